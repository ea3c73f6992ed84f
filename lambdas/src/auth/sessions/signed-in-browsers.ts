import type { SignedInBrowser } from 'shared-types/contract/auth';
import { AppError } from '../../platform/app-error.ts';
import { type RequestHeaders, Reply } from '../../platform/http/reply.ts';
import { clearSignIn, sessionCookie } from '../cookies.ts';
import type { AuthPorts, OrphanSession } from '../ports.ts';
import { sessionEnder } from './end-session.ts';

type Ports = Pick<AuthPorts, 'cognito' | 'google' | 'now' | 'signIns'>;

/** Where somebody is signed in. Who asks may be somebody else. */
export function signedInBrowsers(ports: Ports) {
  const { now, signIns } = ports;
  const { end } = sessionEnder(ports);

  const all = (userId: string, request: RequestHeaders) =>
    Promise.all([
      signIns.findSession(request.cookie(sessionCookie)),
      signIns.list(userId, now()),
      signIns.listOrphanSessions(userId, now()),
    ]);

  return {
    async list(userId: string, request: RequestHeaders): Promise<SignedInBrowser[]> {
      const [own, stored, loose] = await all(userId, request);
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

    /** The browser that asks is told to forget what it has when it was its own. */
    async end(userId: string, sessionRef: string, request: RequestHeaders) {
      const [own, stored, loose] = await all(userId, request);
      const signIn = stored.find(({ signInId }) => signInId === sessionRef);
      const session = loose.find((each) => refOf(each) === sessionRef);
      if (!signIn && !session) throw new AppError('notFound', 'There is no such session.');
      if (signIn) await end(signIn.key);
      if (session) await signIns.removeSession(session.key);
      const isOwn = own && (own.signInId === sessionRef || own.key === session?.key);
      return new Reply({}, isOwn ? clearSignIn : []);
    },
  };
}

/** A part of a hash of a random token: it names the session and opens nothing. */
const refOf = ({ key }: Pick<OrphanSession, 'key'>) => key.slice('SESSION#'.length).slice(0, 32);
