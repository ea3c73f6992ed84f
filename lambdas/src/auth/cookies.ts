import type { Provider } from 'shared-types/contract/auth';
import { challengeSeconds } from 'shared-types/rules/auth/stored-items';
import { sessionCookie } from '../platform/http/session.ts';

export { sessionCookie };
export const refreshCookie = '__Host-rid';
export const challengeCookie = '__Host-step-c';
export const googleStepCookie = '__Host-step-g';
export const deviceCookie = '__Host-device';
/** The only cookie that the page's code reads: it names the provider, and so the call that refreshes the session. */
export const refreshTypeCookie = 'refresh_type';

const hour = 3600;
const day = 24 * hour;

/** The lifetimes of the cookies. They are sent as Max-Age, because the browser's clock may be wrong. */
export const lifetimeSeconds = {
  session: hour,
  refresh: 30 * day,
  challenge: challengeSeconds,
  google: hour / 6,
  device: 365 * day,
};

const strict = 'Path=/; Secure; HttpOnly; SameSite=Strict';
const lax = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const readable = 'Path=/; Secure; SameSite=Strict';

const set = (name: string, value: string, attributes: string, seconds: number) =>
  `${name}=${value}; ${attributes}; Max-Age=${seconds}`;

export const setSession = (token: string) => set(sessionCookie, token, strict, lifetimeSeconds.session);
export const setChallenge = (token: string) => set(challengeCookie, token, lax, lifetimeSeconds.challenge);
export const setGoogleStep = (token: string) => set(googleStepCookie, token, lax, lifetimeSeconds.google);
export const setDevice = (token: string) => set(deviceCookie, token, strict, lifetimeSeconds.device);
export const setRefresh = (token: string, provider: Provider) => [
  set(refreshCookie, token, strict, lifetimeSeconds.refresh),
  set(refreshTypeCookie, provider, readable, lifetimeSeconds.refresh),
];

export const clearChallenge = set(challengeCookie, '', lax, 0);
export const clearSignInSteps = [clearChallenge, set(googleStepCookie, '', lax, 0)];
/** Clears the cookies that identify the user. The device cookie stays. */
export const clearSignIn = [
  set(sessionCookie, '', strict, 0),
  set(refreshCookie, '', strict, 0),
  set(refreshTypeCookie, '', readable, 0),
];
