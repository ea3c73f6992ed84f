import { AppError } from '../../platform/app-error.ts';
import type { SiteAnswer } from '../listing-site/site-adapter.ts';
import type { MonitorPorts } from '../ports.ts';
import { newCrawl, type PageOutcome, processAnswer } from '../refresh/crawl.ts';
import { newRun, nextRefreshStep, type Run } from '../refresh/run.ts';
import { savePage } from '../refresh/save-page.ts';
import { afterRequest, pauseWithJitter } from '../site-limiter/site-limiter.ts';
import { waitForSlot } from '../site-limiter/wait-for-slot.ts';
import { newResblock, type TrackedResblock } from './community.ts';

/** The user is waiting. The crawl that follows has more time. */
const maxWaitForSlotMs = 2000;
const requestTimeoutMs = 5000;

/**
 * Tracks a community and starts a crawl of it. The names and the first page of houses are stored at once, if the site
 * shows them in time.
 */
export async function addResblock(ports: MonitorPorts, resblockId: string): Promise<TrackedResblock> {
  const { store, queue, settings, now, newId } = ports;
  const run = newRun(newId(), false, [{ resblockId, houseCount: 0 }], now());
  const tracked = await store.findResblock(resblockId);
  const page = tracked || !settings.readsFirstPage ? undefined : await readFirstPage(ports, run.runId, resblockId);
  const resblock = tracked ?? (await store.addResblock(await initialState(ports, resblockId, page)));
  await store.putRun(run);
  const isSaved = page && (await saveFirstPage(ports, run, resblock, page));
  const step = nextRefreshStep(run, isSaved ? page.crawl : newCrawl);
  // Sent even when it was tracked: the call that stored it may have died before its houses returned to the index.
  await queue.send({ kind: 'feed', resblockId });
  if (step) await queue.send(step);
  return resblock;
}

async function saveFirstPage(ports: MonitorPorts, run: Run, resblock: TrackedResblock, page: PageOutcome) {
  const known = await ports.store.listHouseDigests(resblock.resblockId);
  return (await savePage(ports, run, resblock, page, known, { finishesNext: false })) === 'saved';
}

/** A community that was removed before returns to its place in the list with its houses, marked as not read since. */
async function initialState({ store, now }: MonitorPorts, resblockId: string, page: PageOutcome | undefined) {
  const removed = await store.findRemovedResblock(resblockId);
  const added = newResblock(resblockId, page?.names, page?.crawl.seen.size ?? 0, now());
  return removed ? { ...removed, lastReadAtMs: null } : added;
}

/** Returns undefined when no slot is free soon or the site does not show the page. */
async function readFirstPage(ports: MonitorPorts, runId: string, resblockId: string): Promise<PageOutcome | undefined> {
  const { limiter, site, settings, random, now } = ports;
  // The crawl's first step uses another holder, so it may ask again when this page was not stored.
  const holder = `${runId}/${resblockId}/look`;
  const slot = await waitForSlot(ports, holder, maxWaitForSlotMs);
  if (slot.kind !== 'granted') return undefined;

  const answer = await site.page(resblockId, 1, requestTimeoutMs);
  const page = processAnswer(answer, resblockId, newCrawl);
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
