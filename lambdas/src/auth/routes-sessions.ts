import type { authApi, Provider } from 'shared-types/auth';
import { AppError } from '../lib/app-error.ts';
import type { Routes } from '../lib/http.ts';
import { type Asked, Reply } from '../lib/reply.ts';
import { clearSignIn, clearSteps, refreshCookie, sessionCookie, setSession } from './cookies.ts';
import { googlePerson, isListed } from './google-account.ts';
import { maySignOut } from './logout.ts';
import type { AuthPorts, LooseSession, StoredSignIn } from './ports.ts';
import { endings } from './routes-ending.ts';
import { cognitoPerson, newSession, type Person } from './sign-in.ts';

type SessionRoutes = Pick<
  Routes<typeof authApi>,
  'getSession' | 'refresh' | 'refreshGoogle' | 'logout' | 'listSessions' | 'endSession'
>;

/** What becomes of a sign-in afterwards. */
export function sessionRoutes(ports: AuthPorts): SessionRoutes {
  const { accounts, cognito, google, newToken, now, signIns } = ports;
  const { end } = endings(ports);

  /** Whom the provider vouches for, a moment ago; nobody when it does no longer. */
  async function vouchedFor(signIn: StoredSignIn): Promise<Person | undefined> {
    if (signIn.provider === 'cognito') {
      const answer = await cognito.refresh(signIn);
      return answer.kind === 'valid' ? cognitoPerson(answer.identity) : undefined;
    }
    const account = await accounts.find(signIn.userId);
    if (!google || !account || !isListed(google.users, account.email)) return undefined;
    const answer = await google.refresh(signIn.refreshToken);
    if (answer.kind === 'invalid') return undefined;
    return answer.identity ? googlePerson(answer.identity, account.email) : account;
  }

  /** One more hour, by what the cookie says of the sign-in behind it. */
  async function refresh(provider: Provider, request: Asked) {
    const signIn = await signIns.find(request.cookie(refreshCookie), now());
    if (signIn?.provider !== provider) throw cannotRefresh();
    const person = await vouchedFor(signIn);
    if (person?.userId !== signIn.userId) {
      await signIns.end(signIn.key);
      throw cannotRefresh();
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
      if (!maySignOut(request.header)) return { location: '/' };
      const [signIn, session] = await Promise.all([
        signIns.find(request.cookie(refreshCookie), now()),
        signIns.findSession(request.cookie(sessionCookie)),
      ]);
      await Promise.all([signIn && end(signIn.key), session && signIns.endSession(session.key)]);
      return new Reply({ location: '/' }, [...clearSignIn, ...clearSteps], { 'clear-site-data': '"cache","storage"' });
    },

    async listSessions({ user, request }) {
      const [own, stored, loose] = await Promise.all([
        signIns.findSession(request.cookie(sessionCookie)),
        signIns.list(user.userId, now()),
        signIns.listLoose(user.userId, now()),
      ]);
      return [
        ...stored.map(({ signInId, createdAtMs, provider }) => ({
          sessionRef: signInId,
          createTime: createdAtMs,
          provider,
          current: own?.signInId === signInId,
        })),
        ...loose.map((session) => ({
          sessionRef: refOf(session),
          createTime: session.createdAtMs,
          provider: session.provider,
          current: own?.key === session.key,
        })),
      ].toSorted((a, b) => b.createTime - a.createTime);
    },

    async endSession({ user, params: { sessionRef }, request }) {
      const [own, stored, loose] = await Promise.all([
        signIns.findSession(request.cookie(sessionCookie)),
        signIns.list(user.userId, now()),
        signIns.listLoose(user.userId, now()),
      ]);
      const signIn = stored.find(({ signInId }) => signInId === sessionRef);
      const session = loose.find((each) => refOf(each) === sessionRef);
      if (!signIn && !session) throw new AppError('notFound', 'There is no such session.');
      if (signIn) await end(signIn.key);
      if (session) await signIns.endSession(session.key);
      const isOwn = own && (own.signInId === sessionRef || own.key === session?.key);
      return new Reply({}, isOwn ? clearSignIn : []);
    },
  };
}

/** A part of a hash of a random token: it names the session and opens nothing. */
const refOf = ({ key }: Pick<LooseSession, 'key'>) => key.slice('SESSION#'.length).slice(0, 32);

const cannotRefresh = () => new AppError('unauthenticated', 'Please sign in.', {}, clearSignIn);
