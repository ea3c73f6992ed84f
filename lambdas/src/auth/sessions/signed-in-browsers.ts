import type { SignedInBrowser } from 'shared-types/contract/auth';
import { AppError } from '../../platform/app-error.ts';
import { Reply, type RequestHeaders } from '../../platform/http/reply.ts';
import { clearSignIn, sessionCookie } from '../cookies.ts';
import { type EndPorts, sessionEnder } from './end-session.ts';
import { isIdle } from './idle-limit.ts';
import { lastBrowser } from './session-places.ts';
import type { SignInStore } from './sign-in-store.ts';

export type BrowserPorts = EndPorts & {
  /** A browser that is not used for this time is signed out. */
  idleMs: number;
  signIns: Pick<SignInStore, 'findSession' | 'list'>;
};

/** Lists and ends the signed-in browsers of a user. The request may come from that user or from the owner. */
export function signedInBrowsers(ports: BrowserPorts) {
  const { idleMs, now, signIns } = ports;
  const { endSession } = sessionEnder(ports);

  const readAll = (userId: string, request: RequestHeaders) =>
    Promise.all([signIns.findSession(request.cookie(sessionCookie)), signIns.list(userId, now())]);

  return {
    async list(userId: string, request: RequestHeaders): Promise<SignedInBrowser[]> {
      const [own, stored] = await readAll(userId, request);
      return stored
        .filter((signIn) => !isIdle(signIn, idleMs, now()))
        .map(({ signInId, createdAtMs, provider, places, system }) => ({
          sessionRef: signInId,
          createTime: createdAtMs,
          provider,
          browser: lastBrowser(places),
          system,
          current: own?.signInId === signInId,
        }))
        .toSorted((a, b) => b.createTime - a.createTime);
    },

    /** Also clears the cookies when the requesting browser ends its own session. */
    async end(userId: string, sessionRef: string, request: RequestHeaders) {
      const [own, stored] = await readAll(userId, request);
      const signIn = stored.find(({ signInId }) => signInId === sessionRef);
      if (!signIn) throw new AppError('notFound', 'This session has already ended.');
      await endSession(signIn.key);
      return new Reply({}, own?.signInId === sessionRef ? clearSignIn : []);
    },
  };
}
