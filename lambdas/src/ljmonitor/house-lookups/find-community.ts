import type { HouseCommunity } from 'shared-types/contract/monitor/pages';
import { AppError } from '../../platform/app-error.ts';
import type { ResblockStore } from '../communities/community-store.ts';
import type { HouseStore } from '../houses/house-store.ts';
import type { RefreshQueue, Surroundings } from '../ports.ts';
import { expiredLookup, foundCommunity, type HousePlace, isExpired, newHouseLookup } from './house-lookup.ts';
import type { HouseLookupStore } from './house-lookup-store.ts';

type TrackedStore = Pick<HouseStore, 'findHouses'> & Pick<ResblockStore, 'findResblock'>;

interface LookUpPorts extends Pick<Surroundings, 'now' | 'newId'> {
  store: TrackedStore & Pick<HouseLookupStore, 'findHouseLookup' | 'startHouseLookup'>;
  queue: RefreshQueue;
}

/**
 * Begins to look the community of a house up, or joins the lookup that has begun. Only the worker asks the site: it has the
 * cookie, and waits for the site limiter.
 */
export async function lookUpCommunity(ports: LookUpPorts, place: HousePlace): Promise<HouseCommunity> {
  const { store, queue, now, newId } = ports;
  const known = await findTrackedCommunity(store, place);
  if (known !== undefined) return foundCommunity(known);
  const before = await store.findHouseLookup(place);
  if (before && before.state !== 'refused' && !isExpired(before, now())) return toWire(before);
  const lookup = newHouseLookup(place, newId(), now());
  if (await store.startHouseLookup(lookup, before))
    await queue.send({ kind: 'house', ...place, lookupId: lookup.lookupId });
  return toWire(lookup);
}

/** Returns the state of a lookup that has begun. */
export async function getLookup(
  { store, now }: Pick<Surroundings, 'now'> & { store: Pick<HouseLookupStore, 'findHouseLookup'> },
  place: HousePlace,
): Promise<HouseCommunity> {
  const lookup = await store.findHouseLookup(place);
  if (!lookup) throw new AppError('notFound', 'The community of this house is not being looked up.');
  return isExpired(lookup, now()) ? expiredLookup : toWire(lookup);
}

const toWire = ({ state, resblockId, reason }: HouseCommunity): HouseCommunity => ({ state, resblockId, reason });

/** A house of a tracked community is stored with it, so that the site need not be asked. */
async function findTrackedCommunity(store: TrackedStore, { houseId, origin }: HousePlace) {
  const [house] = await store.findHouses([houseId]);
  const resblock = house && (await store.findResblock(house.resblockId));
  return resblock?.origin === origin ? resblock.resblockId : undefined;
}
