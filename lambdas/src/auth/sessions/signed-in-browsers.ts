import type { SignedInBrowser } from 'shared-types/contract/auth';
import { AppError } from '../../platform/app-error.ts';
import { Reply, type RequestHeaders } from '../../platform/http/reply.ts';
import { clearSignIn, sessionCookie } from '../cookies.ts';
import { type EndPorts, sessionEnder } from './end-session.ts';
import { isIdle } from './idle-limit.ts';
import { lastBrowser } from './session-places.ts';
import type { OrphanSession, SignInStore } from './sign-in-store.ts';

export type BrowserPorts = EndPorts & {
  /** A browser that is not used for this time is signed out. */
  idleMs: number;
  signIns: Pick<SignInStore, 'findSession' | 'list' | 'listOrphanSessions' | 'removeSession'>;
};

/** Lists and ends the signed-in browsers of a user. The request may come from that user or from the owner. */
export function signedInBrowsers(ports: BrowserPorts) {
  const { idleMs, now, signIns } = ports;
  const { endSession } = sessionEnder(ports);

  const readAll = (userId: string, request: RequestHeaders) =>
    Promise.all([
      signIns.findSession(request.cookie(sessionCookie)),
      signIns.list(userId, now()),
      signIns.listOrphanSessions(userId, now()),
    ]);

  return {
    async list(userId: string, request: RequestHeaders): Promise<SignedInBrowser[]> {
      const [own, stored, orphans] = await readAll(userId, request);
      return [
        ...stored
          .filter((signIn) => !isIdle(signIn, idleMs, now()))
          .map(({ signInId, createdAtMs, provider, places, system }) => ({
            sessionRef: signInId,
            createTime: createdAtMs,
            provider,
            browser: lastBrowser(places),
            system,
            current: own?.signInId === signInId,
          })),
        ...orphans.map((session) => ({
          sessionRef: refOf(session),
          createTime: session.createdAtMs,
          provider: session.provider,
          browser: 'other' as const,
          system: 'other' as const,
          current: own?.key === session.key,
        })),
      ].toSorted((a, b) => b.createTime - a.createTime);
    },

    /** Also clears the cookies when the requesting browser ends its own session. */
    async end(userId: string, sessionRef: string, request: RequestHeaders) {
      const [own, stored, orphans] = await readAll(userId, request);
      const signIn = stored.find(({ signInId }) => signInId === sessionRef);
      const session = orphans.find((each) => refOf(each) === sessionRef);
      if (!signIn && !session) throw new AppError('notFound', 'This session has already ended.');
      if (signIn) await endSession(signIn.key);
      if (session) await signIns.removeSession(session.key);
      const isOwn = own && (own.signInId === sessionRef || own.key === session?.key);
      return new Reply({}, isOwn ? clearSignIn : []);
    },
  };
}

/** Takes a part of the token's hash: it identifies the session but cannot be used as a token. */
const refOf = ({ key }: Pick<OrphanSession, 'key'>) => key.slice('SESSION#'.length).slice(0, 32);
