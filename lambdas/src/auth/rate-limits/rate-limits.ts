import { createHash } from 'node:crypto';

/** So many within a while, then no more until the while is over. */
export interface Limit {
  what: 'password' | 'passwordRun' | 'code' | 'mailedCode' | 'mail' | 'invitation';
  who: string;
  most: number;
  windowMs: number;
  /** Every one that counts begins the while anew. */
  slides?: true;
}

const minute = 60_000;
const hour = 60 * minute;

/** A name as it stands in a key: what a person is called is nobody's business there. */
const named = (name: string) => createHash('sha256').update(name).digest('base64url').slice(0, 22);
const account = (username: string) => `account:${named(username)}`;
const network = (address: string) => `network:${address}`;
const device = (id: string, username: string) => `device:${id.slice(0, 22)}:${named(username)}`;

interface Guess {
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
export const passwordLimits = ({ username, deviceId, network: from }: Guess): Limit[] =>
  deviceId === undefined
    ? [{ what: 'password', who: network(from), most: 30, windowMs: 10 * minute }, ...accountLimits(username)]
    : [{ what: 'password', who: device(deviceId, username), most: 5, windowMs: 10 * minute }];

/** Wrong passwords for an account, from wherever. A new password begins with none. */
export const accountLimits = (username: string): Limit[] => [
  { what: 'password', who: account(username), most: 5, windowMs: 10 * minute },
  { what: 'passwordRun', who: account(username), most: 8, windowMs: 16 * minute, slides: true },
];

/** Wrong codes of an authenticator, by people who know the password. */
export const codeLimits = ({ username, deviceId }: Pick<Guess, 'username' | 'deviceId'>): Limit[] => [
  {
    what: 'code',
    who: deviceId === undefined ? account(username) : device(deviceId, username),
    most: 10,
    windowMs: hour,
  },
];

/** Wrong codes out of a mail. */
export const mailedCodeLimits = (kind: 'confirm' | 'reset', username: string, from: string): Limit[] => [
  { what: 'mailedCode', who: `${kind}:${network(from)}`, most: 30, windowMs: hour },
  { what: 'mailedCode', who: `${kind}:${account(username)}`, most: 5, windowMs: 10 * minute },
];

/** Mails with codes, wrong address or not. */
export const mailLimits = (kind: 'confirm' | 'reset', username: string, from: string): Limit[] => [
  { what: 'mail', who: `${kind}:${network(from)}`, most: 20, windowMs: hour },
  { what: 'mail', who: `${kind}:${account(username)}`, most: 3, windowMs: 10 * minute },
];

/** Sign-ups that came to nothing. */
export const invitationLimits = (code: string, from: string): Limit[] => [
  { what: 'invitation', who: network(from), most: 10, windowMs: 10 * minute },
  { what: 'invitation', who: `invitation:${named(code)}`, most: 10, windowMs: hour },
];
