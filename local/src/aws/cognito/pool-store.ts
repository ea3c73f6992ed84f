import { dayMs } from 'shared-types/rules/time';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';

const MailedCode = z.object({ code: z.string(), expiresAtMs: z.number(), wrong: z.number() });

const User = z.object({
  sub: z.string(),
  email: z.string(),
  status: z.enum(['UNCONFIRMED', 'CONFIRMED', 'RESET_REQUIRED']),
  enabled: z.boolean(),
  emailVerified: z.boolean(),
  /** The salted hash. */
  password: z.string(),
  /** The confirmed authenticator, with the last time step whose code was used. */
  totp: z.object({ secret: z.string(), lastStep: z.number() }).nullable(),
  /** The authenticator that is being set up. */
  offered: z.object({ secret: z.string(), lastStep: z.number() }).nullable(),
  failures: z.object({ count: z.number(), lastAttemptMs: z.number(), lockedUntilMs: z.number() }),
  confirmation: MailedCode.nullable(),
  recovery: MailedCode.nullable(),
  /** The times of the mails that the user asked for, the newest last. */
  mailsMs: z.array(z.number()),
  createdMs: z.number(),
  modifiedMs: z.number(),
});
export type User = z.infer<typeof User>;
export type MailedCode = z.infer<typeof MailedCode>;

const ChallengeSession = z.object({
  sub: z.string(),
  step: z.enum(['SOFTWARE_TOKEN_MFA', 'MFA_SETUP', 'MFA_SETUP_OFFERED', 'MFA_SETUP_VERIFIED']),
  expiresAtMs: z.number(),
  used: z.boolean(),
});
export type ChallengeSession = z.infer<typeof ChallengeSession>;

const RefreshToken = z.object({
  sub: z.string(),
  /** Every token of the same sign-in carries this id. */
  origin: z.string(),
  authTimeMs: z.number(),
  expiresAtMs: z.number(),
  revoked: z.boolean(),
});
export type RefreshToken = z.infer<typeof RefreshToken>;

const PoolState = z.object({
  clientSecret: z.string(),
  /** PKCS #8. It is generated when the first token is signed. */
  signingKey: z.string().nullable(),
  /** The key is the user's sub. */
  users: z.record(z.string(), User),
  sessions: z.record(z.string(), ChallengeSession),
  refreshTokens: z.record(z.string(), RefreshToken),
});
export type PoolState = z.infer<typeof PoolState>;

/** Keeps a pool in one file, which every write replaces as a whole. */
export function openPoolStore(dataDir: string, poolId: string, now: () => number) {
  const folder = join(dataDir, 'cognito');
  const file = join(folder, `${poolId}.json`);
  mkdirSync(folder, { recursive: true });
  const state: PoolState = existsSync(file)
    ? PoolState.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { clientSecret: clientSecret(), signingKey: null, users: {}, sessions: {}, refreshTokens: {} };
  /** Writes the state to disk. It is called after each change, before the response. */
  const save = () => {
    for (const [id, { expiresAtMs }] of Object.entries(state.sessions))
      if (expiresAtMs + dayMs < now()) delete state.sessions[id];
    for (const [id, { expiresAtMs }] of Object.entries(state.refreshTokens))
      if (expiresAtMs + dayMs < now()) delete state.refreshTokens[id];
    writeFileSync(`${file}.new`, JSON.stringify(state, null, 1), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  save();
  return { state, save };
}

export type PoolStore = ReturnType<typeof openPoolStore>;

/** Cognito's client secrets have 51 letters and digits. */
const clientSecret = () =>
  BigInt(`0x1${randomBytes(36).toString('hex')}`)
    .toString(36)
    .slice(0, 51);
