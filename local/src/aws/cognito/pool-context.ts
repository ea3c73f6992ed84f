import { hourMs } from 'shared-types/rules/time';
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type * as z from 'zod';
import { CognitoError, invalidParameter, limitExceeded, notAuthorized } from './error.ts';
import type { CodeMail } from '../../mailbox.ts';
import type { Pool } from './pool.ts';
import type { MailedCode, PoolStore, User } from './pool-store.ts';
import type { TokenIssuer } from './credentials/tokens.ts';

/** The pool that an operation works on. */
export interface PoolContext {
  pool: Pool;
  store: PoolStore;
  tokens: TokenIssuer;
  now: () => number;
  onMail: (mail: CodeMail) => void;
  /** Leaves out what Cognito does not document: it names no user, and a wrong code uses a session up. */
  isStrict: boolean;
}

export type Operation = (context: PoolContext, input: unknown) => object | Promise<object>;

/** Parses an operation's input. Throws Cognito's validation error for the first invalid field. */
export function inputOf<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path.at(-1) ?? 'input');
  throw invalidParameter(
    `1 validation error detected: Value at '${name.charAt(0).toLowerCase()}${name.slice(1)}' failed to satisfy constraint: ${issue?.message}`,
  );
}

export function refuseOtherClient({ pool }: PoolContext, clientId: string) {
  if (clientId !== pool.clientId)
    throw new CognitoError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
}

/** The secret hash proves that the caller knows the client's secret. It covers the username of the request. */
export function refuseWrongHash(
  { pool, store }: PoolContext,
  name: string,
  given: string | undefined,
  message?: string,
) {
  if (given === undefined)
    throw notAuthorized(`Client ${pool.clientId} is configured with secret but SECRET_HASH was not received`);
  const wanted = createHmac('sha256', store.state.clientSecret)
    .update(name + pool.clientId)
    .digest();
  const got = Buffer.from(given, 'base64');
  if (wanted.length !== got.length || !timingSafeEqual(wanted, got))
    throw notAuthorized(message ?? `Unable to verify secret hash for client ${pool.clientId}`);
}

/** Finds a user by email address (ignoring case) or by sub. */
export function findUser({ store }: PoolContext, username: string): User | undefined {
  const wanted = username.toLowerCase();
  return Object.values(store.state.users).find(({ sub, email }) => sub === username || email === wanted);
}

const maxMailsPerHour = 5;

/** Sends a new code. Throws when the user has asked for too many. */
export function sendCode(
  { now, onMail }: PoolContext,
  user: User,
  validMs: number,
  before?: MailedCode | null,
): MailedCode {
  user.mailsMs = user.mailsMs.filter((time) => time > now() - hourMs);
  if (user.mailsMs.length >= maxMailsPerHour) throw limitExceeded();
  user.mailsMs.push(now());
  let code = sixDigits();
  while (code === before?.code) code = sixDigits();
  onMail({ to: user.email, code, time: now() });
  return { code, expiresAtMs: now() + validMs, wrong: 0 };
}

const sixDigits = () => String(randomInt(1_000_000)).padStart(6, '0');

const maxWrongCodes = 5;

/** Throws unless the code is the one that was sent. Wrong codes are counted. */
export function refuseWrongCode({ now, store }: PoolContext, mailed: MailedCode | null, code: string) {
  if (!mailed || mailed.expiresAtMs <= now()) throw expiredCode();
  if (mailed.wrong >= maxWrongCodes) throw limitExceeded();
  if (mailed.code === code) return;
  mailed.wrong += 1;
  store.save();
  throw new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.');
}

export const expiredCode = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

/** Returns the masked address of a code. For an unknown user it looks the same. */
export const codeDelivery = (email: string) => ({
  CodeDeliveryDetails: {
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: email.replace(/^(.)[^@]*@(.).*$/, '$1***@$2***'),
  },
});
