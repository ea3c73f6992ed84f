import type { Provider, UserContext } from 'shared-types/contract/auth';
import { lifetimeSeconds } from '../cookies.ts';

/** An account as its provider vouches for it. */
export interface Profile extends UserContext {
  provider: Provider;
  email: string;
}

/** Somebody who has signed in before. */
export interface Account extends UserContext {
  /** Of a Google account the address on the owner's list, whatever it is called by now. */
  email: string;
  provider: Provider;
  firstSignInMs: number;
  lastSignInMs: number;
}

/** A browser that signed in: for as long as its handle lives, the provider can be asked for another hour. */
export interface SignIn {
  signInId: string;
  userId: string;
  provider: Provider;
  refreshToken: string;
  /** By which the provider knows the account when it is asked again. */
  providerUsername: string;
  createdAtMs: number;
  expiresAtMs: number;
}

/** One hour of a signed-in browser. */
export interface Session extends UserContext {
  /** The owner is known by it: see lambdas/src/platform/http/owner.ts. */
  email: string;
  signInId: string;
  provider: Provider;
  createdAtMs: number;
  expiresAtMs: number;
}

/** What Cognito says of somebody whose password and code were right. */
export interface CognitoIdentity {
  subject: string;
  email: string;
  providerUsername: string;
}

export const cognitoProfile = ({ subject, email }: CognitoIdentity): Profile => ({
  userId: `cognito|${subject}`,
  name: email.slice(0, email.indexOf('@')),
  avatarUrl: null,
  provider: 'cognito',
  email,
});

const later = (now: Date, seconds: number) => now.getTime() + seconds * 1000;

export function newSignIn(
  person: Profile,
  { refreshToken, providerUsername }: Pick<SignIn, 'refreshToken' | 'providerUsername'>,
  signInId: string,
  now: Date,
): SignIn {
  const { userId, provider } = person;
  const createdAtMs = now.getTime();
  const expiresAtMs = later(now, lifetimeSeconds.refresh);
  return { signInId, userId, provider, refreshToken, providerUsername, createdAtMs, expiresAtMs };
}

/** An hour from now, however long the handle behind it may live. */
export const newSession = (
  { userId, name, avatarUrl, provider, email }: Profile,
  signInId: string,
  now: Date,
): Session => ({
  userId,
  name,
  avatarUrl,
  provider,
  email,
  signInId,
  createdAtMs: now.getTime(),
  expiresAtMs: later(now, lifetimeSeconds.session),
});
