import type { ListingSite } from '../listing-site/listing-site.ts';
import type { Surroundings } from '../ports.ts';
import type { SiteLimiter } from './limiter-store.ts';
import type { SiteLimiterState, Slot } from './site-limiter.ts';

export interface SlotPorts extends Pick<Surroundings, 'now' | 'wait'> {
  limiter: Pick<SiteLimiter, 'acquireSlot'>;
}

/** Waits for a slot of the site limiter for at most `maxMs`. After that, the answer says when to come back. */
export async function waitForSlot({ limiter, wait, now }: SlotPorts, holder: string, maxMs: number): Promise<Slot> {
  const untilMs = now().getTime() + maxMs;
  for (;;) {
    const nowMs = now().getTime();
    const slot = await limiter.acquireSlot(holder, nowMs);
    if (slot.kind !== 'later' || slot.atMs > untilMs) return slot;
    await wait(Math.max(slot.atMs - nowMs, 20));
  }
}

export interface CookiePorts {
  limiter: Pick<SiteLimiter, 'allowTrial'>;
  site: Pick<ListingSite, 'cookieHash'>;
}

/**
 * Lets one request through when the owner has put another cookie into the parameter store since the site refused the last
 * one. Returns false when there is no other cookie.
 */
export async function tryNewCookie({ limiter, site }: CookiePorts, state: SiteLimiterState): Promise<boolean> {
  const cookieHash = await site.cookieHash();
  if (cookieHash === undefined || state.triedCookies.has(cookieHash)) return false;
  return limiter.allowTrial(state, cookieHash);
}
