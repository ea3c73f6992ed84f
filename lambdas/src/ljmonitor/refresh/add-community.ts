import { AppError } from '../../platform/app-error.ts';
import { newResblock, type TrackedResblock } from '../communities/community.ts';
import type { ResblockStore } from '../communities/community-store.ts';
import type { ListingSite } from '../listing-site/listing-site.ts';
import type { SiteAnswer, SiteOrigin } from '../listing-site/site-adapter.ts';
import type { MonitorSettings, RefreshQueue, Surroundings } from '../ports.ts';
import { newCrawl, type PageOutcome, processAnswer } from '../readings/crawl.ts';
import { savePage, type SavePorts } from '../readings/save-page.ts';
import type { SiteLimiter } from '../site-limiter/limiter-store.ts';
import { afterRequest, pauseWithJitter } from '../site-limiter/site-limiter.ts';
import { type SlotPorts, waitForSlot } from '../site-limiter/wait-for-slot.ts';
import type { RunStore } from './run-store.ts';
import { newRun, nextRefreshStep, type Run } from './run.ts';

/** The user is waiting. The crawl that follows has more time. */
const maxWaitForSlotMs = 2000;
const requestTimeoutMs = 5000;

interface FirstPagePorts extends SlotPorts, Pick<Surroundings, 'random'> {
  limiter: SlotPorts['limiter'] & Pick<SiteLimiter, 'releaseSlot'>;
  site: Pick<ListingSite, 'page'>;
  settings: Pick<MonitorSettings, 'paceMs'>;
}

interface AddPorts extends FirstPagePorts, SavePorts, Pick<Surroundings, 'newId'> {
  store: SavePorts['store'] &
    Pick<ResblockStore, 'findResblock' | 'findDeletedResblock' | 'putOrigin' | 'addResblock'> &
    Pick<RunStore, 'putRun'>;
  queue: RefreshQueue;
  settings: Pick<MonitorSettings, 'readsFirstPage' | 'paceMs'>;
}

/**
 * Tracks a community and starts a crawl of it, also when a link moves it to another site. The names and the first page of
 * houses are stored at once, if the site shows them in time.
 */
export async function addResblock(ports: AddPorts, added: AddedCommunity): Promise<TrackedResblock> {
  const { store, queue, settings, now, newId } = ports;
  const { resblockId } = added;
  const run = newRun(newId(), false, [{ resblockId, houseCount: 0 }], now());
  const before = await store.findResblock(resblockId);
  const deleted = before ? undefined : await store.findDeletedResblock(resblockId);
  const origin = added.origin === undefined ? ((before ?? deleted)?.origin ?? null) : added.origin;
  const place = { resblockId, origin };
  const isKnown = before?.origin === origin;
  const page = isKnown || !settings.readsFirstPage ? undefined : await readFirstPage(ports, run.runId, place);
  if (before && !isKnown) await store.putOrigin(resblockId, origin, now().getTime());
  const tracked = isKnown ? before : await store.findResblock(resblockId);
  const resblock = tracked ?? (await store.addResblock(initialState(place, deleted, page, now())));
  await store.putRun(run);
  const isSaved = page && (await saveFirstPage(ports, run, resblock, page));
  const step = nextRefreshStep(run, isSaved ? page.crawl : newCrawl);
  // The job is sent even when the community was tracked: the call that stored it may have died before its houses
  // returned to the index.
  await queue.send({ kind: 'index', resblockId });
  if (step) await queue.send(step);
  return resblock;
}

interface AddedCommunity {
  resblockId: string;
  /** Undefined for an id alone: that is one of the configured site, unless the community is tracked from another one. */
  origin: SiteOrigin | undefined;
}

type Place = Pick<TrackedResblock, 'resblockId' | 'origin'>;

async function saveFirstPage(ports: SavePorts, run: Run, resblock: TrackedResblock, page: PageOutcome) {
  const known = await ports.store.listHouseDigests(resblock.resblockId);
  return (await savePage(ports, run, resblock, page, known, { finishesNext: false })) === 'saved';
}

/**
 * A community that was deleted before returns to its place in the list with its houses, marked as not read since. If it is read
 * from another site now, its state is that of a new one.
 */
function initialState(
  { resblockId, origin }: Place,
  deleted: TrackedResblock | undefined,
  page: PageOutcome | undefined,
  now: Date,
): TrackedResblock {
  const added = newResblock(resblockId, page?.names, page?.crawl.seen.size ?? 0, now, origin);
  if (!deleted) return added;
  if (deleted.origin === origin) return { ...deleted, lastReadAtMs: null };
  return { ...added, addedAtMs: deleted.addedAtMs, siteChangedAtMs: now.getTime() };
}

/** Returns undefined when no slot is free soon or the site does not show the page. */
async function readFirstPage(
  ports: FirstPagePorts,
  runId: string,
  { resblockId, origin }: Place,
): Promise<PageOutcome | undefined> {
  const { limiter, site, settings, random, now } = ports;
  // The crawl's first step uses another holder, so it may ask again when this page was not stored.
  const holder = `${runId}/${resblockId}/look`;
  const slot = await waitForSlot(ports, holder, maxWaitForSlotMs);
  if (slot.kind !== 'granted') return undefined;

  const startedAtMs = now().getTime();
  const answer = await site.page(resblockId, 1, requestTimeoutMs, origin);
  const page = processAnswer(answer, resblockId, { ...newCrawl, origin, startedAtMs });
  const pauseMs = Math.max(pauseWithJitter(settings.paceMs, random()), page.waitMs);
  await limiter.releaseSlot(holder, afterRequest(slot.state, { signal: page.signal, pauseMs }, now().getTime()));
  if (isUnknownCommunity(answer, page)) {
    throw new AppError('notFound', 'The listing site has no community with this ID.');
  }
  return page.names ? page : undefined;
}

/** The site has no such page, or its page does not mention this community. */
const isUnknownCommunity = (answer: SiteAnswer, { names }: PageOutcome) =>
  answer.kind === 'notFound' ||
  (answer.kind === 'page' && (answer.page.class === 'list' || answer.page.class === 'empty') && names === undefined);
