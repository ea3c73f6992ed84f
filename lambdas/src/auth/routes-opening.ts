import { log } from '../lib/log.ts';
import type { Asked } from '../lib/reply.ts';
import { refreshCookie, setRefresh, setSession } from './cookies.ts';
import type { AuthPorts, Opening } from './ports.ts';
import { endings } from './routes-ending.ts';
import { newSession, newSignIn, type Person, type SignIn } from './sign-in.ts';

type Grant = Pick<SignIn, 'refreshToken' | 'providerUsername'>;

/** How somebody comes in for whom a provider has vouched. */
export function openings(ports: AuthPorts) {
  const { newId, newToken, now, signIns } = ports;
  const { end, giveUp } = endings(ports);

  /** A sign-in that this browser had before is over. */
  async function endFormer(request: Asked) {
    const former = await signIns.find(request.cookie(refreshCookie), now());
    if (former) await end(former.key);
  }

  /** The cookies, or undefined when it came too late: then nothing is left, at the provider neither. */
  return async (request: Asked, person: Person, grant: Grant, password?: Opening['password']) => {
    const signIn = newSignIn(person, grant, newId(), now());
    const session = newSession(person, signIn.signInId, now());
    // Whatever the browser brought along is not taken over.
    const tokens = { session: newToken(), refresh: newToken() };
    const isOpen = await signIns
      .open({ person, signIn, session, tokens, ...(password ? { password } : {}) }, now())
      .catch(async (error: unknown) => {
        await giveUp(signIn);
        throw error;
      });
    if (!isOpen) {
      await giveUp(signIn);
      return undefined;
    }
    // The new one counts already: that the former could not be ended must not keep its cookies from the browser.
    await endFormer(request).catch((error: unknown) => log('warn', 'former sign-in not ended', { error }));
    return [setSession(tokens.session), ...setRefresh(tokens.refresh, person.provider)];
  };
}
