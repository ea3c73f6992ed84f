import type { UserContext } from 'shared-types/contract/account/user-context';
import type { Provider } from 'shared-types/contract/auth';
import type { OperatingSystem } from 'shared-types/rules/audit';
import type { Profile } from '../account/account.ts';
import { lifetimeSeconds } from '../cookies.ts';

/** A signed-in browser. It can get new sessions from the provider until `expiresAtMs`. */
export interface SignIn {
  signInId: string;
  userId: string;
  provider: Provider;
  refreshToken: string;
  /** The provider's name of the account, which a refresh needs. */
  providerUsername: string;
  createdAtMs: number;
  expiresAtMs: number;
  /** See idle-limit.ts. */
  lastUsedAtMs: number;
  /** See session-places.ts. */
  places: string[];
  system: OperatingSystem;
}

/** One hour of a sign-in. */
export interface Session extends UserContext {
  /** The address identifies the owner: see lambdas/src/platform/http/owner.ts. */
  email: string;
  signInId: string;
  provider: Provider;
  createdAtMs: number;
  expiresAtMs: number;
  /** Only the first session of a sign-in has it, and one whose user has confirmed: see platform/http/recent-authentication.ts. */
  authenticatedAtMs?: number;
  /** The last use that this session has noted for its sign-in. */
  lastUsedAtMs: number;
}

const later = (now: Date, seconds: number) => now.getTime() + seconds * 1000;

export function newSignIn(
  profile: Profile,
  { refreshToken, providerUsername }: Pick<SignIn, 'refreshToken' | 'providerUsername'>,
  { signInId, place, system }: Pick<SignIn, 'signInId' | 'system'> & { place: string },
  now: Date,
): SignIn {
  const { userId, provider } = profile;
  const createdAtMs = now.getTime();
  const expiresAtMs = later(now, lifetimeSeconds.refresh);
  const lastUsedAtMs = createdAtMs;
  return {
    signInId,
    userId,
    provider,
    refreshToken,
    providerUsername,
    createdAtMs,
    expiresAtMs,
    lastUsedAtMs,
    places: [place],
    system,
  };
}

/** A session ends after an hour, whatever the lifetime of its sign-in. */
export const newSession = (
  { userId, name, avatarUrl, provider, email }: Profile,
  { signInId, lastUsedAtMs }: Pick<SignIn, 'signInId' | 'lastUsedAtMs'>,
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
  lastUsedAtMs,
});
