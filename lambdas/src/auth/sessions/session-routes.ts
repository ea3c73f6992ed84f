import type { authApi, Provider } from 'shared-types/contract/auth';
import { isListed } from 'shared-types/rules/auth/google-users';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import { type RequestHeaders, Reply } from '../../platform/http/reply.ts';
import { cognitoProfile, type Profile } from '../account/account.ts';
import type { AccountStore } from '../account/account-store.ts';
import { type GoogleIdentity, googleProfile } from '../account/google-account.ts';
import type { PreferenceStore } from '../account/preference-store.ts';
import type { CognitoProvider } from '../cognito/cognito-client.ts';
import { clearSignIn, clearSignInSteps, refreshCookie, sessionCookie, setSession } from '../cookies.ts';
import type { Surroundings } from '../ports.ts';
import { placeOf } from '../rate-limits/client-address.ts';
import { sessionEnder } from './end-session.ts';
import { cappedAtIdle, isIdle, isNotedUse } from './idle-limit.ts';
import { newSession } from './session.ts';
import { moveTo } from './session-places.ts';
import type { SignInStore, StoredSignIn } from './sign-in-store.ts';
import { isSignOutAllowed } from './sign-out-csrf.ts';
import { type BrowserPorts, signedInBrowsers } from './signed-in-browsers.ts';

/** What Google knows about the users of its sign-ins here. */
interface GoogleUsers {
  /** The email addresses that may sign in. */
  users: readonly string[];
  /** `identity` is defined only when Google sends it again. */
  refresh(refreshToken: string): Promise<{ kind: 'valid'; identity: GoogleIdentity | undefined } | { kind: 'invalid' }>;
}

export type SessionPorts = BrowserPorts &
  Pick<Surroundings, 'newToken'> & {
    accounts: Pick<AccountStore, 'find'>;
    cognito: Pick<CognitoProvider, 'refresh'>;
    google: GoogleUsers | undefined;
    preferences: Pick<PreferenceStore, 'find'>;
    signIns: Pick<SignInStore, 'end' | 'find' | 'findSession' | 'markUsed' | 'removeSession' | 'renew'>;
  };

type SessionRoutes = Pick<
  Routes<typeof authApi>,
  'getSession' | 'refresh' | 'refreshGoogle' | 'logout' | 'listSessions' | 'endSession'
>;

/** Serves the calls of signed-in browsers: refresh, sign-out and the list of sessions. */
export function sessionRoutes(ports: SessionPorts): SessionRoutes {
  const { accounts, cognito, google, idleMs, newToken, now, preferences, signIns } = ports;
  const { endSession } = sessionEnder(ports);
  const browsers = signedInBrowsers(ports);

  /** Asks the provider for the current profile. It is undefined when the account is disabled here or at the provider. */
  async function refreshProfile(signIn: StoredSignIn): Promise<Profile | undefined> {
    const account = await accounts.find(signIn.userId);
    if (account?.disabledAtMs !== undefined) return undefined;
    if (signIn.provider === 'cognito') {
      const answer = await cognito.refresh(signIn);
      return answer.kind === 'valid' ? cognitoProfile(answer.identity) : undefined;
    }
    if (!google || !account || !isListed(google.users, account.email)) return undefined;
    const answer = await google.refresh(signIn.refreshToken);
    if (answer.kind === 'invalid') return undefined;
    return answer.identity ? googleProfile(answer.identity, account.email) : account;
  }

  /** Starts another session of an hour for the sign-in of the refresh cookie. */
  async function refresh(provider: Provider, request: RequestHeaders) {
    // A browser that has never signed in has no refresh cookie.
    if (request.cookie(refreshCookie) === '') request.audit({ isNothing: true });
    const signIn = await signIns.find(request.cookie(refreshCookie), now());
    if (signIn) request.audit({ userId: signIn.userId });
    if (signIn?.provider !== provider) throw cannotRefresh();
    const idle = isIdle(signIn, idleMs, now());
    if (idle) request.audit({ code: 'idle' });
    const profile = idle ? undefined : await refreshProfile(signIn);
    if (profile?.userId !== signIn.userId) {
      const ended = await signIns.end(signIn.key);
      // When a parallel request has already ended the sign-in, the browser may have the cookies of the next one.
      throw cannotRefresh(ended ? clearSignIn : []);
    }
    const token = newToken();
    const session = cappedAtIdle(newSession(profile, signIn, now()), idleMs);
    const place = placeOf(request);
    const known = await signIns.renew(signIn, session, { token, place }, now());
    if (!known) throw cannotRefresh();
    const { userId: actor, signInId: subject } = signIn;
    const move = moveTo(place, known);
    request.audit({ actor, subject, ...(move && { kind: 'sessionMoved', isNewBrowser: move === 'browser' }) });
    return new Reply({}, [setSession(token)]);
  }

  return {
    // Each page begins with this call, and a page that stays open makes it after an act: see web/src/api/mark-use.ts.
    async getSession({ user, request }) {
      const tokens = { session: request.cookie(sessionCookie), refresh: request.cookie(refreshCookie) };
      const [own] = await Promise.all([
        preferences.find(user.userId),
        !isNotedUse(user, now()) && signIns.markUsed(tokens, user.userId, now()),
      ]);
      return { data: { userContext: user, preferences: own } };
    },

    refresh: ({ request }) => refresh('cognito', request),
    refreshGoogle: ({ request }) => refresh('google', request),

    async logout({ request }) {
      request.audit({ isNothing: true });
      if (!isSignOutAllowed(request.header)) return { location: '/' };
      const [signIn, session] = await Promise.all([
        signIns.find(request.cookie(refreshCookie), now()),
        signIns.findSession(request.cookie(sessionCookie)),
      ]);
      const actor = signIn?.userId ?? session?.userId;
      if (actor !== undefined) request.audit({ actor, isNothing: false });
      await Promise.all([signIn && endSession(signIn.key), session && signIns.removeSession(session.key)]);
      return new Reply({ location: '/' }, [...clearSignIn, ...clearSignInSteps], {
        'clear-site-data': '"cache","storage"',
      });
    },

    listSessions: ({ user, request }) => browsers.list(user.userId, request),
    endSession: ({ user, params: { sessionRef }, request }) => browsers.end(user.userId, sessionRef, request),
  };
}

/** Clears no cookies for an unknown refresh token: the browser may already have the cookies of its next sign-in. */
const cannotRefresh = (cookies: readonly string[] = []) =>
  new AppError('unauthenticated', 'Please sign in.', {}, cookies);
