import type { authApi } from 'shared-types/contract/auth';
import { safeRedirect } from 'shared-types/rules/redirect';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import { log } from '../../platform/log.ts';
import { type RequestHeaders, Reply } from '../../platform/http/reply.ts';
import { isToken } from '../../platform/token.ts';
import { googleStepCookie, refreshCookie, setGoogleStep } from '../cookies.ts';
import { googleProfile, googleUserId, allowedAddress } from './google-account.ts';
import { codeChallengeOf, newGoogleStep, signInPage, parseState } from './google-step.ts';
import type { AuthPorts, GoogleProvider } from '../ports.ts';
import { sessionStarter } from '../sessions/start-session.ts';

type GoogleRoutes = Pick<Routes<typeof authApi>, 'initGoogle' | 'finishGoogle'>;

/** To Google and back. */
export function googleRoutes(ports: AuthPorts): GoogleRoutes {
  const { accounts, google, googleSteps, newToken, now, signIns } = ports;
  const open = sessionStarter(ports);

  /** Somebody comes back with a code: their cookies, or why they do not come in. */
  async function signIn(provider: GoogleProvider, code: string, verifier: string, request: RequestHeaders) {
    const answer = await provider.exchange(code, verifier);
    if (answer.kind === 'refused') return 'expired';
    const { identity, refreshToken } = answer;
    const account = await accounts.find(googleUserId(identity.subject));
    const address = allowedAddress(provider.users, identity, account);
    // A stranger leaves nothing behind, and Google need not remember us.
    if (address === undefined) {
      await provider.revoke(refreshToken).catch((error: unknown) => log('warn', 'token not revoked', { error }));
      return 'notAllowed';
    }
    const grant = { refreshToken, providerUsername: identity.subject };
    return (await open(request, googleProfile(identity, address), grant)) ?? 'notAllowed';
  }

  return {
    async initGoogle({ request }) {
      if (!google) throw googleNotSetUp();
      const known = request.cookie(googleStepCookie);
      const browser = isToken(known) ? known : newToken();
      const [stateToken, verifier] = [newToken(), newToken()];
      const step = newGoogleStep(verifier, now());
      await googleSteps.put(browser, stateToken, step);
      const former = request.cookie(refreshCookie);
      if (isToken(former)) await googleSteps.replaceSignIn(browser, signIns.keyOf(former), step.expiresAtMs);
      const { authorizationEndpoint, clientId } = google;
      const answer = {
        authorization_endpoint: authorizationEndpoint,
        clientId,
        stateToken,
        codeChallenge: codeChallengeOf(verifier),
      };
      return new Reply(answer, [setGoogleStep(browser)]);
    },

    // People see where this leads, never an answer of a call: whatever goes wrong ends at the sign-in page.
    async finishGoogle({ query: { code, error, state = '' }, request }) {
      const { stateToken, redirectUrl } = parseState(state);
      if (!google) return { location: signInPage('/', 'provider') };
      const wanted = safeRedirect(redirectUrl ?? google.origin, google.origin);
      const back = (why?: 'notAllowed' | 'expired' | 'provider') => ({ location: signInPage(wanted, why) });
      const work = async () => {
        const step = await googleSteps.take(request.cookie(googleStepCookie), stateToken);
        if (!step || step.expiresAtMs <= now().getTime()) return back('expired');
        if (error !== undefined) return back(error === 'access_denied' ? undefined : 'provider');
        if (code === undefined) return back('expired');
        const entered = await signIn(google, code, step.verifier, request);
        return typeof entered === 'string' ? back(entered) : new Reply({ location: wanted }, entered);
      };
      return work().catch((failure: unknown) => {
        log('error', 'sign-in with google failed', { error: failure });
        return back('provider');
      });
    },
  };
}

/** Only the owner can change that, so nobody need ask again soon. */
const googleNotSetUp = () =>
  new AppError('unavailable', 'Signing in with Google is not set up here.', {
    isSetUp: false,
    retryAfterSeconds: 3600,
  });
