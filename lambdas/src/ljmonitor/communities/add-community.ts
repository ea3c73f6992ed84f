import { AppError } from '../../platform/app-error.ts';
import { newCrawl, type Reading, readingOf, type SiteAnswer } from '../refresh/crawl.ts';
import { leavingOf, pauseMs } from '../site-limiter/site-limiter.ts';
import { storeReading } from '../refresh/save-page.ts';
import type { MonitorPorts } from '../ports.ts';
import { newResblock, type TrackedResblock } from './community.ts';
import { newRun, nextStep } from '../refresh/run.ts';
import { turnWithin } from '../site-limiter/wait-for-slot.ts';

/** A person is waiting: the crawl that follows has all the time that this has not. */
const patienceMs = 2000;
const answerWithinMs = 5000;

/** Tracks a community, with its names and first houses if the site shows them at once, and sends for the rest. */
export async function addResblock(ports: MonitorPorts, resblockId: string): Promise<TrackedResblock> {
  const { store, queue, settings, now, newId } = ports;
  const run = newRun(newId(), false, [resblockId], now());
  const tracked = await store.findResblock(resblockId);
  const look = tracked || !settings.firstLook ? undefined : await firstLook(ports, run.runId, resblockId);
  const resblock = tracked ?? (await store.addResblock(await asAdded(ports, resblockId, look)));
  await store.putRun(run);
  // The crawl goes on after the page that was read here.
  const isStored = look && (await storeLook(ports, run.runId, resblock, look));
  const step = nextStep(run, isStored ? look.crawl : newCrawl);
  // Tracked or not: whoever stored it may have died before its houses came back into the list.
  await queue.send({ kind: 'feed', resblockId });
  if (step) await queue.send(step);
  return resblock;
}

async function storeLook(ports: MonitorPorts, runId: string, resblock: TrackedResblock, look: Reading) {
  const known = await ports.store.listKnown(resblock.resblockId);
  return (await storeReading(ports, runId, resblock, look, known, { settledNext: false })) === 'stored';
}

/** One that was tracked before comes back as it was left, to its place and with its houses: what is known is as old as it was. */
async function asAdded({ store, now }: MonitorPorts, resblockId: string, look: Reading | undefined) {
  const former = await store.findFormer(resblockId);
  const added = newResblock(resblockId, look?.names, look?.crawl.seen.size ?? 0, now());
  return former ? { ...former, lastReadAtMs: null } : added;
}

/** The first page, if the site's gate opens soon and the site answers with one. */
async function firstLook(ports: MonitorPorts, runId: string, resblockId: string): Promise<Reading | undefined> {
  const { gate, site, settings, chance, now } = ports;
  // Not the crawl's own name: if nothing came of this look, its first step asks again.
  const holder = `${runId}/${resblockId}/look`;
  const turn = await turnWithin(ports, holder, patienceMs);
  if (turn.kind !== 'mine') return undefined;

  const answer = await site.page(resblockId, 1, answerWithinMs);
  const reading = readingOf(answer, resblockId, newCrawl);
  const pause = Math.max(pauseMs(settings.paceMs, chance()), reading.waitMs);
  await gate.leave(holder, leavingOf(turn.gate, { welcome: reading.welcome, pauseMs: pause }, now().getTime()));
  if (isElsewhere(answer, reading)) throw new AppError('notFound', 'The listing site knows no such community.');
  return reading.names ? reading : undefined;
}

/** The site says that there is no such page, or shows one that has nothing to do with this community. */
const isElsewhere = (answer: SiteAnswer, { names }: Reading) =>
  answer.kind === 'notFound' ||
  (answer.kind === 'page' && (answer.page.class === 'list' || answer.page.class === 'empty') && names === undefined);
