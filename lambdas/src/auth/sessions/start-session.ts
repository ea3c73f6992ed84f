import type { RequestHeaders } from '../../platform/http/reply.ts';
import { log } from '../../platform/log.ts';
import type { NewsDesk } from '../../platform/news/tell-news.ts';
import type { AccountStore } from '../account/account-store.ts';
import type { Profile } from '../account/account.ts';
import { googleStepCookie, lifetimeSeconds, refreshCookie, setRefresh, setSession } from '../cookies.ts';
import type { OwnerMails } from '../mails/owner-mails.ts';
import type { Surroundings } from '../ports.ts';
import { placeOf, systemOf } from '../rate-limits/client-address.ts';
import { type EndPorts, sessionEnder } from './end-session.ts';
import { newSession, newSignIn, type SignIn } from './session.ts';
import type { NewSignIn, SignInStore } from './sign-in-store.ts';
import { newBrowserNews } from './tell-new-browser.ts';

export type StartPorts = EndPorts &
  Pick<Surroundings, 'newId' | 'newToken'> & {
    accounts: Pick<AccountStore, 'find'>;
    /** Remembers the current sign-in of a browser by its Google step cookie, and returns the previous one. */
    googleSteps: { replaceSignIn(browser: string, signInKey: string, untilMs: number): Promise<string | undefined> };
    mails: Pick<OwnerMails, 'subscribe'>;
    news: Pick<NewsDesk, 'writes' | 'wake'>;
    signIns: Pick<SignInStore, 'create' | 'find' | 'keyOf'>;
  };

type Grant = Pick<SignIn, 'refreshToken' | 'providerUsername'>;

/** The browser of a sign-in, and the facts that only one provider has. */
type Circumstances = Pick<NewSignIn, 'device' | 'challenge'> & {
  /** The time at which the user last signed in at the provider, by the provider's own answer. */
  authenticatedAtMs?: number | undefined;
  /** Whether the user has never signed in with this browser before. */
  isNewBrowser: boolean;
};

/** Starts the session of a user that a provider has authenticated. */
export function sessionStarter(ports: StartPorts) {
  const { accounts, googleSteps, mails, news, newId, newToken, now, signIns } = ports;
  const { endSession, revokeIfLast } = sessionEnder(ports);

  /**
   * The redirect from Google is cross-site, so SameSite=Strict cookies are missing. The Lax step cookie identifies the
   * previous sign-in.
   */
  async function findPreviousSignIn(request: RequestHeaders, { provider }: Profile, token: string) {
    if (provider !== 'google') return (await signIns.find(request.cookie(refreshCookie), now()))?.key;
    const untilMs = now().getTime() + lifetimeSeconds.google * 1000;
    return googleSteps.replaceSignIn(request.cookie(googleStepCookie), signIns.keyOf(token), untilMs);
  }

  async function endPreviousSignIn(request: RequestHeaders, profile: Profile, token: string) {
    const previous = await findPreviousSignIn(request, profile, token);
    if (previous !== undefined) await endSession(previous);
  }

  /** Returns the cookies, or undefined when the sign-in came too late. Then its token is revoked at the provider, too. */
  return async (
    request: RequestHeaders,
    profile: Profile,
    grant: Grant,
    { device, challenge, authenticatedAtMs, isNewBrowser }: Circumstances,
  ) => {
    const signIn = newSignIn(
      profile,
      grant,
      { signInId: newId(), place: placeOf(request), system: systemOf(request) },
      now(),
    );
    const told = isNewBrowser ? await newBrowserNews(accounts, signIn) : undefined;
    const startedAtMs = now().getTime();
    const session = {
      ...newSession(profile, signIn, now()),
      // A provider may say that it has asked for no password since then.
      authenticatedAtMs: Math.min(startedAtMs, authenticatedAtMs ?? startedAtMs),
    };
    // Tokens are always new: tokens that the browser sent are never reused (session fixation).
    const tokens = { session: newToken(), refresh: newToken() };
    const isCreated = await signIns
      .create({ profile, signIn, session, tokens, device, challenge, news: told && news.writes(told) }, now())
      .catch(async (error: unknown) => {
        await revokeIfLast(signIn);
        throw error;
      });
    if (!isCreated) {
      await revokeIfLast(signIn);
      return undefined;
    }
    // The new sign-in already exists, so the browser must get its cookies even if the previous one could not be ended.
    await endPreviousSignIn(request, profile, tokens.refresh).catch((error: unknown) =>
      log('warn', 'previous sign-in not ended', { error }),
    );
    request.audit({ actor: profile.userId, subject: signIn.signInId });
    await Promise.all([mails.subscribe(profile.email), told && news.wake(told.newsId)]);
    return [setSession(tokens.session), ...setRefresh(tokens.refresh, profile.provider)];
  };
}
