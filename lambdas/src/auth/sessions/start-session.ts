import { log } from '../../platform/log.ts';
import type { RequestHeaders } from '../../platform/http/reply.ts';
import { googleStepCookie, lifetimeSeconds, refreshCookie, setRefresh, setSession } from '../cookies.ts';
import type { AuthPorts, NewSignIn } from '../ports.ts';
import { sessionEnder } from './end-session.ts';
import { newSession, newSignIn, type Profile, type SignIn } from './session.ts';

type Grant = Pick<SignIn, 'refreshToken' | 'providerUsername'>;

/** How somebody comes in for whom a provider has vouched. */
export function sessionStarter(ports: AuthPorts) {
  const { googleSteps, newId, newToken, now, signIns } = ports;
  const { end, giveUp } = sessionEnder(ports);

  /** Whoever comes back from Google comes from another site, and brings no `Strict` cookie along: the step's knows. */
  async function findPreviousSignIn(request: RequestHeaders, { provider }: Profile, token: string) {
    if (provider !== 'google') return (await signIns.find(request.cookie(refreshCookie), now()))?.key;
    const untilMs = now().getTime() + lifetimeSeconds.google * 1000;
    return googleSteps.replaceSignIn(request.cookie(googleStepCookie), signIns.keyOf(token), untilMs);
  }

  /** A sign-in that this browser had before is over. */
  async function endPreviousSignIn(request: RequestHeaders, person: Profile, token: string) {
    const former = await findPreviousSignIn(request, person, token);
    if (former !== undefined) await end(former);
  }

  /** The cookies, or undefined when it came too late: then nothing is left, at the provider neither. */
  return async (request: RequestHeaders, person: Profile, grant: Grant, password?: NewSignIn['password']) => {
    const signIn = newSignIn(person, grant, newId(), now());
    const session = newSession(person, signIn.signInId, now());
    // Whatever the browser brought along is not taken over.
    const tokens = { session: newToken(), refresh: newToken() };
    const isOpen = await signIns
      .create({ profile: person, signIn, session, tokens, ...(password ? { password } : {}) }, now())
      .catch(async (error: unknown) => {
        await giveUp(signIn);
        throw error;
      });
    if (!isOpen) {
      await giveUp(signIn);
      return undefined;
    }
    // The new one counts already: that the former could not be ended must not keep its cookies from the browser.
    await endPreviousSignIn(request, person, tokens.refresh).catch((error: unknown) =>
      log('warn', 'former sign-in not ended', { error }),
    );
    return [setSession(tokens.session), ...setRefresh(tokens.refresh, person.provider)];
  };
}
