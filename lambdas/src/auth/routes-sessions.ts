import type { authApi } from 'shared-types/auth';
import { AppError } from '../lib/app-error.ts';
import type { Routes } from '../lib/http.ts';
import { log } from '../lib/log.ts';
import { Reply } from '../lib/reply.ts';
import { clearSignIn, clearStep, refreshCookie, sessionCookie, setSession } from './cookies.ts';
import { maySignOut } from './logout.ts';
import type { AuthPorts, LooseSession } from './ports.ts';
import { cognitoPerson, newSession } from './sign-in.ts';

type SessionRoutes = Pick<Routes<typeof authApi>, 'getSession' | 'refresh' | 'logout' | 'listSessions' | 'endSession'>;

/** What becomes of a sign-in afterwards. */
export function sessionRoutes({ cognito, newToken, now, signIns }: AuthPorts): SessionRoutes {
  async function end(key: string) {
    const ended = await signIns.end(key);
    if (!ended) return;
    // Nobody can use it any more: it was nowhere but here.
    await cognito.revoke(ended.refreshToken).catch((error: unknown) => log('warn', 'token not revoked', { error }));
  }

  return {
    async getSession({ user }) {
      return { data: { userContext: user } };
    },

    async refresh({ request }) {
      const signIn = await signIns.find(request.cookie(refreshCookie), now());
      if (signIn?.provider !== 'cognito') throw cannotRefresh();
      const answer = await cognito.refresh(signIn);
      const person = answer.kind === 'valid' ? cognitoPerson(answer.identity) : undefined;
      if (person?.userId !== signIn.userId) {
        await signIns.end(signIn.key);
        throw cannotRefresh();
      }
      const token = newToken();
      const renewed = await signIns.renew(signIn, newSession(person, signIn.signInId, now()), token, now());
      if (!renewed) throw cannotRefresh();
      return new Reply({}, [setSession(token)]);
    },

    async logout({ request }) {
      if (!maySignOut(request.header)) return { location: '/' };
      const [signIn, session] = await Promise.all([
        signIns.find(request.cookie(refreshCookie), now()),
        signIns.findSession(request.cookie(sessionCookie)),
      ]);
      await Promise.all([signIn && end(signIn.key), session && signIns.endSession(session.key)]);
      return new Reply({ location: '/' }, [...clearSignIn, clearStep], { 'clear-site-data': '"cache","storage"' });
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
