import type { ListingSite } from '../listing-site/listing-site.ts';
import { refusalReasons } from '../listing-site/site-adapter.ts';
import type { HouseLookupMessage } from '../message.ts';
import type { MonitorSettings, RefreshQueue, Surroundings } from '../ports.ts';
import type { SiteLimiter } from '../site-limiter/limiter-store.ts';
import { afterRequest, pauseWithJitter } from '../site-limiter/site-limiter.ts';
import { type CookiePorts, type SlotPorts, tryNewCookie, waitForSlot } from '../site-limiter/wait-for-slot.ts';
import { isExpired, refusedLookup, resultOf } from './house-lookup.ts';
import type { HouseLookupStore } from './house-lookup-store.ts';

export interface ReadLookupPorts extends SlotPorts, CookiePorts, Pick<Surroundings, 'random'> {
  store: Pick<HouseLookupStore, 'findHouseLookup' | 'putHouseLookupResult'>;
  limiter: SlotPorts['limiter'] & CookiePorts['limiter'] & Pick<SiteLimiter, 'releaseSlot'>;
  site: CookiePorts['site'] & Pick<ListingSite, 'housePage'>;
  queue: RefreshQueue;
  settings: Pick<MonitorSettings, 'paceMs'>;
}

/** Longer waits are left to the queue, as those of a refresh are. */
const maxWaitForSlotMs = 1000;

/** Asks the site for the page of a house, in a slot of the site limiter, and stores its community. */
export async function readHouseLookup(ports: ReadLookupPorts, message: HouseLookupMessage): Promise<void> {
  const { store, limiter, site, queue, settings, random, now } = ports;
  const { houseId, origin, lookupId } = message;
  const lookup = await store.findHouseLookup({ houseId, origin });
  if (lookup?.lookupId !== lookupId || lookup.state !== 'waiting' || isExpired(lookup, now())) return;
  const refuse = (reason: string) => store.putHouseLookupResult(lookup, refusedLookup(reason));

  const holder = `lookup/${lookupId}`;
  const slot = await waitForSlot(ports, holder, maxWaitForSlotMs);
  switch (slot.kind) {
    case 'later':
      return queue.send(message, Math.max(0, Math.floor((slot.atMs - now().getTime()) / 1000)));
    case 'blocked':
      if (await tryNewCookie(ports, slot.state)) return queue.send(message);
      return refuse(slot.state.cause ? refusalReasons[slot.state.cause] : 'The listing site is blocking the monitor.');
    case 'quotaUsed':
      return refuse('Today’s limit of requests to the listing site is used up.');
    case 'repeated':
      // An earlier delivery has asked the site, and ended before it stored the answer.
      return refuse('The lookup was interrupted. Try again.');
    case 'granted':
      break;
  }
  const { found, signal } = resultOf(await site.housePage(houseId, origin), houseId);
  await store.putHouseLookupResult(lookup, found);
  const pauseMs = pauseWithJitter(settings.paceMs, random());
  const cookieHash = await site.cookieHash();
  await limiter.releaseSlot(holder, {
    ...afterRequest(slot.state, { signal, pauseMs }, now().getTime()),
    cookieHash,
  });
}
