import { hourMs, minuteMs } from 'shared-types/rules/time';
import { createHash } from 'node:crypto';

/** Allows `max` attempts in a window of time. */
export interface RateLimit {
  kind: 'password' | 'passwordRun' | 'code' | 'mailedCode' | 'mail' | 'invitation' | 'googleStart';
  /** The account, network, browser or invitation that is limited. */
  subject: string;
  max: number;
  windowMs: number;
  /** Each counted attempt starts the window again. */
  isSliding?: true;
}

/** Keys contain hashes, so that the table's keys reveal no email addresses. */
const hashName = (name: string) => createHash('sha256').update(name).digest('base64url').slice(0, 22);
const account = (username: string) => `account:${hashName(username)}`;
const network = (address: string) => `network:${address}`;
const device = (id: string, username: string) => `device:${id.slice(0, 22)}:${hashName(username)}`;

interface PasswordAttempt {
  username: string;
  /** Undefined for a browser that has never signed in as this user. */
  deviceId: string | undefined;
  network: string;
}

/**
 * Limits wrong passwords. Unknown browsers share a limit by account and one by network. A browser that has signed in as
 * this user before has its own limit, so that a stranger cannot lock it out. For the same reason unknown browsers have
 * a maximum run: Cognito locks an account for everyone, 2^(n-5) seconds after n wrong passwords, until it has had 15
 * quiet minutes.
 */
export const passwordLimits = ({ username, deviceId, network: from }: PasswordAttempt): RateLimit[] =>
  deviceId === undefined
    ? [{ kind: 'password', subject: network(from), max: 30, windowMs: 10 * minuteMs }, ...accountLimits(username)]
    : [{ kind: 'password', subject: device(deviceId, username), max: 5, windowMs: 10 * minuteMs }];

/** Limits wrong passwords of an account from all networks. A new password resets them. */
export const accountLimits = (username: string): RateLimit[] => [
  { kind: 'password', subject: account(username), max: 5, windowMs: 10 * minuteMs },
  { kind: 'passwordRun', subject: account(username), max: 8, windowMs: 16 * minuteMs, isSliding: true },
];

/** Limits wrong authenticator codes, which need the right password first. */
export const codeLimits = ({ username, deviceId }: Pick<PasswordAttempt, 'username' | 'deviceId'>): RateLimit[] => [
  {
    kind: 'code',
    subject: deviceId === undefined ? account(username) : device(deviceId, username),
    max: 10,
    windowMs: hourMs,
  },
];

/** Limits wrong codes from emails. */
export const emailedCodeLimits = (kind: 'confirm' | 'reset', username: string, from: string): RateLimit[] => [
  { kind: 'mailedCode', subject: `${kind}:${network(from)}`, max: 30, windowMs: hourMs },
  { kind: 'mailedCode', subject: `${kind}:${account(username)}`, max: 5, windowMs: 10 * minuteMs },
];

/** Limits emails with codes, also to addresses without an account, and those that ask to confirm the mails about an account. */
export const emailLimits = (kind: 'confirm' | 'reset' | 'mails', username: string, from: string): RateLimit[] => [
  { kind: 'mail', subject: `${kind}:${network(from)}`, max: 20, windowMs: hourMs },
  { kind: 'mail', subject: `${kind}:${account(username)}`, max: 3, windowMs: 10 * minuteMs },
];

/**
 * Limits the starts of sign-ins with Google, because each stores a step for an anonymous visitor. A sign-in page that stays
 * open starts one every nine minutes. A new browser, which would have a counter of its own at each call, has none.
 */
export const googleStartLimits = (browser: string | undefined, from: string): RateLimit[] => [
  ...(browser === undefined
    ? []
    : [{ kind: 'googleStart' as const, subject: `browser:${hashName(browser)}`, max: 30, windowMs: 10 * minuteMs }]),
  { kind: 'googleStart', subject: network(from), max: 300, windowMs: 10 * minuteMs },
];

/** Limits refused sign-ups. */
export const invitationLimits = (code: string, from: string): RateLimit[] => [
  { kind: 'invitation', subject: network(from), max: 10, windowMs: 10 * minuteMs },
  { kind: 'invitation', subject: `invitation:${hashName(code)}`, max: 10, windowMs: hourMs },
];
