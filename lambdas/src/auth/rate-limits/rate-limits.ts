import { createHash } from 'node:crypto';

/** So many within a while, then no more until the while is over. */
export interface RateLimit {
  kind: 'password' | 'passwordRun' | 'code' | 'mailedCode' | 'mail' | 'invitation';
  subject: string;
  max: number;
  windowMs: number;
  /** Every one that counts begins the while anew. */
  isSliding?: true;
}

const minute = 60_000;
const hour = 60 * minute;

/** A name as it stands in a key: what a person is called is nobody's business there. */
const hashName = (name: string) => createHash('sha256').update(name).digest('base64url').slice(0, 22);
const account = (username: string) => `account:${hashName(username)}`;
const network = (address: string) => `network:${address}`;
const device = (id: string, username: string) => `device:${id.slice(0, 22)}:${hashName(username)}`;

interface PasswordAttempt {
  username: string;
  /** Undefined for a browser that never signed in as this user. */
  deviceId: string | undefined;
  network: string;
}

/**
 * Wrong passwords. Strangers count together by account and by network; a browser that has signed in as this user before
 * counts by itself, so that no stranger can keep it out. For the same reason strangers have a longest run: the identity
 * service locks an account for everybody, 2^(n-5) seconds after n wrong passwords, until it had 15 quiet minutes.
 */
export const passwordLimits = ({ username, deviceId, network: from }: PasswordAttempt): RateLimit[] =>
  deviceId === undefined
    ? [{ kind: 'password', subject: network(from), max: 30, windowMs: 10 * minute }, ...accountLimits(username)]
    : [{ kind: 'password', subject: device(deviceId, username), max: 5, windowMs: 10 * minute }];

/** Wrong passwords for an account, from wherever. A new password begins with none. */
export const accountLimits = (username: string): RateLimit[] => [
  { kind: 'password', subject: account(username), max: 5, windowMs: 10 * minute },
  { kind: 'passwordRun', subject: account(username), max: 8, windowMs: 16 * minute, isSliding: true },
];

/** Wrong codes of an authenticator, by people who know the password. */
export const codeLimits = ({ username, deviceId }: Pick<PasswordAttempt, 'username' | 'deviceId'>): RateLimit[] => [
  {
    kind: 'code',
    subject: deviceId === undefined ? account(username) : device(deviceId, username),
    max: 10,
    windowMs: hour,
  },
];

/** Wrong codes out of a mail. */
export const mailedCodeLimits = (kind: 'confirm' | 'reset', username: string, from: string): RateLimit[] => [
  { kind: 'mailedCode', subject: `${kind}:${network(from)}`, max: 30, windowMs: hour },
  { kind: 'mailedCode', subject: `${kind}:${account(username)}`, max: 5, windowMs: 10 * minute },
];

/** Mails with codes, wrong address or not. */
export const mailLimits = (kind: 'confirm' | 'reset', username: string, from: string): RateLimit[] => [
  { kind: 'mail', subject: `${kind}:${network(from)}`, max: 20, windowMs: hour },
  { kind: 'mail', subject: `${kind}:${account(username)}`, max: 3, windowMs: 10 * minute },
];

/** Sign-ups that came to nothing. */
export const invitationLimits = (code: string, from: string): RateLimit[] => [
  { kind: 'invitation', subject: network(from), max: 10, windowMs: 10 * minute },
  { kind: 'invitation', subject: `invitation:${hashName(code)}`, max: 10, windowMs: hour },
];
