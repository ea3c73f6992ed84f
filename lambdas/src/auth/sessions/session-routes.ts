import type { authApi, Provider } from 'shared-types/contract/auth';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import { type RequestHeaders, Reply } from '../../platform/http/reply.ts';
import { clearSignIn, clearSteps, refreshCookie, sessionCookie, setSession } from '../cookies.ts';
import { googleProfile, isAllowed } from '../google/google-account.ts';
import { isSignOutAllowed } from './sign-out-csrf.ts';
import type { AuthPorts, StoredSignIn } from '../ports.ts';
import { signedInBrowsers } from './signed-in-browsers.ts';
import { sessionEnder } from './end-session.ts';
import { cognitoProfile, newSession, type Profile } from './session.ts';

type SessionRoutes = Pick<
  Routes<typeof authApi>,
  'getSession' | 'refresh' | 'refreshGoogle' | 'logout' | 'listSessions' | 'endSession'
>;

/** What becomes of a sign-in afterwards. */
export function sessionRoutes(ports: AuthPorts): SessionRoutes {
  const { accounts, cognito, google, newToken, now, signIns } = ports;
  const { end } = sessionEnder(ports);
  const browsers = signedInBrowsers(ports);

  /** Whom the provider vouches for, a moment ago; nobody when it does no longer. */
  async function refreshProfile(signIn: StoredSignIn): Promise<Profile | undefined> {
    if (signIn.provider === 'cognito') {
      const answer = await cognito.refresh(signIn);
      return answer.kind === 'valid' ? cognitoProfile(answer.identity) : undefined;
    }
    const account = await accounts.find(signIn.userId);
    if (!google || !account || !isAllowed(google.users, account.email)) return undefined;
    const answer = await google.refresh(signIn.refreshToken);
    if (answer.kind === 'invalid') return undefined;
    return answer.identity ? googleProfile(answer.identity, account.email) : account;
  }

  /** One more hour, by what the cookie says of the sign-in behind it. */
  async function refresh(provider: Provider, request: RequestHeaders) {
    const signIn = await signIns.find(request.cookie(refreshCookie), now());
    if (signIn?.provider !== provider) throw cannotRefresh();
    const person = await refreshProfile(signIn);
    if (person?.userId !== signIn.userId) {
      const ended = await signIns.end(signIn.key);
      // Where another request was quicker, its end may be why the provider refused.
      throw cannotRefresh(ended ? clearSignIn : []);
    }
    const token = newToken();
    const renewed = await signIns.renew(signIn, newSession(person, signIn.signInId, now()), token, now());
    if (!renewed) throw cannotRefresh();
    return new Reply({}, [setSession(token)]);
  }

  return {
    async getSession({ user }) {
      return { data: { userContext: user } };
    },

    refresh: ({ request }) => refresh('cognito', request),
    refreshGoogle: ({ request }) => refresh('google', request),

    async logout({ request }) {
      if (!isSignOutAllowed(request.header)) return { location: '/' };
      const [signIn, session] = await Promise.all([
        signIns.find(request.cookie(refreshCookie), now()),
        signIns.findSession(request.cookie(sessionCookie)),
      ]);
      await Promise.all([signIn && end(signIn.key), session && signIns.removeSession(session.key)]);
      return new Reply({ location: '/' }, [...clearSignIn, ...clearSteps], { 'clear-site-data': '"cache","storage"' });
    },

    listSessions: ({ user, request }) => browsers.list(user.userId, request),
    endSession: ({ user, params: { sessionRef }, request }) => browsers.end(user.userId, sessionRef, request),
  };
}

/** An unknown handle may have been this browser's a moment ago: by now its cookies can be those of the next sign-in. */
const cannotRefresh = (cookies: readonly string[] = []) =>
  new AppError('unauthenticated', 'Please sign in.', {}, cookies);
