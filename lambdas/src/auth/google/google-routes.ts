import type { authApi } from 'shared-types/contract/auth';
import { safeRedirect } from 'shared-types/rules/auth/redirect';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import { type RequestHeaders, Reply } from '../../platform/http/reply.ts';
import { log } from '../../platform/log.ts';
import { isToken } from '../../platform/token.ts';
import type { AccountStore } from '../account/account-store.ts';
import { googleProfile, googleUserId, allowedAddress } from '../account/google-account.ts';
import { deviceCookie, googleStepCookie, refreshCookie, sessionCookie, setDevice, setGoogleStep } from '../cookies.ts';
import { deviceIdOf, rememberUser } from '../devices/device.ts';
import type { DeviceStore } from '../devices/device-store.ts';
import { clientNetwork } from '../rate-limits/client-address.ts';
import type { CounterStore } from '../rate-limits/counter-store.ts';
import { googleStartLimits } from '../rate-limits/rate-limits.ts';
import type { SignInStore } from '../sessions/sign-in-store.ts';
import { sessionStarter, type StartPorts } from '../sessions/start-session.ts';
import type { GoogleProvider } from './google-client.ts';
import { confirmationProblem } from './google-confirmation.ts';
import {
  codeChallengeOf,
  confirmedUrl,
  type GoogleStep,
  newGoogleStep,
  signInPageUrl,
  parseState,
} from './google-step.ts';
import type { GoogleStepStore } from './google-step-store.ts';

type StartProvider = Pick<GoogleProvider, 'authorizationEndpoint' | 'clientId'>;
type SignInProvider = Pick<GoogleProvider, 'exchange' | 'revoke' | 'users'>;
type ConfirmProvider = Pick<GoogleProvider, 'identify'>;

export type GooglePorts = StartPorts & {
  accounts: Pick<AccountStore, 'find'>;
  counters: Pick<CounterStore, 'take'>;
  devices: Pick<DeviceStore, 'find'>;
  google: (StartProvider & SignInProvider & ConfirmProvider & Pick<GoogleProvider, 'origin'>) | undefined;
  googleSteps: Pick<GoogleStepStore, 'put' | 'replaceSignIn' | 'take'>;
  signIns: Pick<SignInStore, 'findSession' | 'keyOf' | 'markAuthenticated'>;
};

type GoogleRoutes = Pick<Routes<typeof authApi>, 'initGoogle' | 'initGoogleReauthentication' | 'finishGoogle'>;

/** Serves the OAuth flow: the redirect to Google and the way back. */
export function googleRoutes(ports: GooglePorts): GoogleRoutes {
  const { accounts, counters, devices, google, googleSteps, newToken, now, signIns } = ports;
  const startSession = sessionStarter(ports);

  /** Exchanges the code of a returning user for cookies, or for the reason of a refusal. */
  async function signIn(provider: SignInProvider, code: string, step: GoogleStep, request: RequestHeaders) {
    const answer = await provider.exchange(code, step.verifier);
    if (answer.kind === 'refused') return 'expired';
    const { identity, refreshToken } = answer;
    const account = await accounts.find(googleUserId(identity.subject));
    const address = allowedAddress(provider.users, identity, account);
    // A refused account leaves no data here, and no consent at Google.
    if (address === undefined) {
      await provider.revoke(refreshToken).catch((error: unknown) => log('warn', 'token not revoked', { error }));
      return 'notAllowed';
    }
    const grant = { refreshToken, providerUsername: identity.subject };
    const profile = googleProfile(identity, address);
    const known = await devices.find(step.device, now());
    const { device, token } = rememberUser(known, profile.userId, newToken);
    const isNewBrowser = token !== undefined;
    request.audit({ isNewBrowser });
    const { authenticatedAtMs } = identity;
    const cookies = await startSession(request, profile, grant, { device, authenticatedAtMs, isNewBrowser });
    if (!cookies) return 'notAllowed';
    return token === undefined ? cookies : [...cookies, setDevice(token)];
  }

  /** Confirms the user of the session that has started the step. It starts no other session. */
  async function confirm(provider: ConfirmProvider, code: string, step: GoogleStep) {
    const { confirms } = step;
    if (!confirms) return 'expired';
    const identity = await provider.identify(code, step.verifier);
    if (identity === 'refused') return 'expired';
    const problem = confirmationProblem(identity, step, now());
    if (problem !== undefined) return problem;
    const isMarked = await signIns.markAuthenticated(confirms.sessionKey, confirms.userId, now());
    return isMarked ? undefined : 'expired';
  }

  /** Stores a step for a browser, and returns what the page needs to lead to Google. */
  async function start(provider: StartProvider, request: RequestHeaders, confirms?: GoogleStep['confirms']) {
    const cookie = request.cookie(googleStepCookie);
    const known = isToken(cookie) ? cookie : undefined;
    const browser = known ?? newToken();
    const untilMs = await counters.take(googleStartLimits(known, clientNetwork(request)), now());
    if (untilMs !== undefined) throw tooManyStarts(untilMs - now().getTime());
    const [stateToken, verifier] = [newToken(), newToken()];
    const device = deviceIdOf(request.cookie(deviceCookie));
    const step = newGoogleStep(verifier, now(), { device, confirms });
    await googleSteps.put(browser, stateToken, step);
    const { authorizationEndpoint, clientId } = provider;
    const answer = {
      authorization_endpoint: authorizationEndpoint,
      clientId,
      stateToken,
      codeChallenge: codeChallengeOf(verifier),
    };
    return { browser, step, reply: new Reply(answer, [setGoogleStep(browser)]) };
  }

  return {
    async initGoogle({ request }) {
      if (!google) throw googleNotSetUp();
      const { browser, step, reply } = await start(google, request);
      const previous = request.cookie(refreshCookie);
      if (isToken(previous)) await googleSteps.replaceSignIn(browser, signIns.keyOf(previous), step.expiresAtMs);
      return reply;
    },

    async initGoogleReauthentication({ user, request }) {
      if (!google) throw googleNotSetUp();
      const session = await signIns.findSession(request.cookie(sessionCookie));
      if (!session || !user.userId.startsWith(googleUserId('')))
        throw new AppError('conflict', 'This is not a Google account.');
      return (await start(google, request, { sessionKey: session.key, userId: user.userId })).reply;
    },

    // The browser navigates here, so every failure must redirect to the sign-in page instead of returning an error.
    async finishGoogle({ query: { code, error, state = '' }, request }) {
      const { stateToken, redirectUrl } = parseState(state);
      const target = google ? safeRedirect(redirectUrl ?? google.origin, google.origin) : '/';
      const backToSignIn = (why?: 'notAllowed' | 'expired' | 'provider') => {
        request.audit({ code: why ?? 'cancelled' });
        const isConfirmation = target === confirmedUrl();
        return { location: isConfirmation ? confirmedUrl(why ?? 'cancelled') : signInPageUrl(target, why) };
      };
      if (!google) return backToSignIn('provider');
      const work = async () => {
        const step = await googleSteps.take(request.cookie(googleStepCookie), stateToken);
        if (!step || step.expiresAtMs <= now().getTime()) return backToSignIn('expired');
        if (step.confirms) {
          request.audit({ kind: 'reauthenticated', userId: step.confirms.userId });
          const why = error === undefined && code !== undefined ? await confirm(google, code, step) : 'cancelled';
          request.audit(why === undefined ? { actor: step.confirms.userId } : { code: why });
          return { location: confirmedUrl(why) };
        }
        if (error !== undefined) return backToSignIn(error === 'access_denied' ? undefined : 'provider');
        if (code === undefined) return backToSignIn('expired');
        const result = await signIn(google, code, step, request);
        return typeof result === 'string' ? backToSignIn(result) : new Reply({ location: target }, result);
      };
      return work().catch((failure: unknown) => {
        log('error', 'sign-in with google failed', { error: failure });
        return backToSignIn('provider');
      });
    },
  };
}

const tooManyStarts = (waitMs: number) =>
  new AppError('tooMany', 'Too many sign-in attempts. Try again in a few minutes.', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });

/** Only the owner can change this, so an early retry is useless. */
const googleNotSetUp = () =>
  new AppError('unavailable', 'Google sign-in is not set up on this site.', {
    isSetUp: false,
    retryAfterSeconds: 3600,
  });
