import type { HandedInPage } from 'shared-types/contract/monitor/pages';
import type { User } from '../../platform/http/session.ts';
import type { TrackedResblock } from '../communities/community.ts';
import type { ResblockStore } from '../communities/community-store.ts';
import { isBeforeExactReading } from '../communities/first-reading.ts';
import type { ListingSite } from '../listing-site/listing-site.ts';
import type { ListPage, PageAddress } from '../listing-site/site-adapter.ts';
import type { RefreshQueue, Surroundings } from '../ports.ts';
import {
  type Crawl,
  type CrawlConclusion,
  isCompleteOutcome,
  namesOnPage,
  newCrawl,
  processAnswer,
} from '../readings/crawl.ts';
import { type FinishPorts, finishReading } from '../readings/finish-reading.ts';
import type { PageResult } from '../readings/page-store.ts';
import { savePage, type SavePorts } from '../readings/save-page.ts';
import {
  continueReading,
  crawlOf,
  cutPages,
  handedPageOf,
  type HandReading,
  hasCurrentPage,
  missingPages,
  newHandReading,
  pageCount,
  pagesToRepeat,
  readAtMs,
  tookMs,
  seenOnOtherPages,
  withPage,
} from './hand-reading.ts';
import { normalizeText } from '../text.ts';
import type { HandReadingStore } from './hand-reading-store.ts';
import { forTelephones, hostOf, notTracked, refusalOfContradiction, refusalOfSite, refusalTexts } from './refusals.ts';

interface LinkPorts {
  site: Pick<ListingSite, 'listUrl'>;
}

interface EndPorts extends FinishPorts {
  store: FinishPorts['store'] & Pick<ResblockStore, 'findResblock'> & Pick<HandReadingStore, 'putHandReadingResult'>;
}

interface CompletePorts extends EndPorts {
  queue: RefreshQueue;
}

interface StorePorts extends CompletePorts, LinkPorts, Pick<Surroundings, 'newId'> {
  store: CompletePorts['store'] &
    Omit<SavePorts['store'], 'putPage'> &
    Pick<HandReadingStore, 'findHandReading' | 'putHandedPage'>;
}

interface HandInPorts extends StorePorts {
  site: Pick<ListingSite, 'listUrl' | 'resblockUrl' | 'addressOf' | 'parse'>;
}

/** A page as a user's browser showed it. */
interface BrowserPage {
  url: string;
  html: string;
  ageMs?: number | undefined;
}

/** A page of a tracked community that may be stored. */
interface AcceptedPage {
  resblock: TrackedResblock;
  number: number;
  page: ListPage;
  loadedAtMs: number;
}

const maxTries = 5;

/** A person reads several communities in a row, and their news comes in one message. */
const newsDelaySeconds = 600;

/** Reads a page that the user has opened, outside the site limiter: the user's own browser asked the site. */
export async function handInPage(ports: HandInPorts, user: User, brought: BrowserPage): Promise<HandedInPage> {
  const address = ports.site.addressOf(brought.url);
  if (address.kind === 'otherPage' && address.resblockId !== undefined)
    return refuseOtherPage(ports, address.resblockId);
  if (address.kind !== 'list') return refuse(refusalOfAddress(address, ports));
  const { resblockId } = address;
  const [page, resblock] = await Promise.all([ports.site.parse(brought.html), ports.store.findResblock(resblockId)]);
  const name = nameOf(resblock, page, resblockId);
  const loadedAtMs = ports.now().getTime() - (brought.ageMs ?? 0);
  const reason =
    refusalOfPage(page, address) ??
    refusalOfCommunity(resblock, name, address, ports) ??
    refusalOfSearch(page, name, address) ??
    refusalOfAge(resblock, loadedAtMs);
  if (!resblock) return { ...refuse(reason ?? notTracked(name)), resblockId, name, page: address.page };
  if (reason !== undefined) return refuseToOpen(ports, reason, { ...resblock, name }, address.page);
  return storePage(ports, user, { resblock, number: address.page, page, loadedAtMs });
}

function nameOf(resblock: TrackedResblock | undefined, page: ListPage, resblockId: string): string {
  if (resblock && resblock.name !== '') return resblock.name;
  return namesOnPage(page, resblockId)?.name ?? '';
}

const refuse = (reason: string): HandedInPage => ({
  outcome: 'refused',
  reason,
  resblockId: null,
  name: '',
  page: null,
  pages: null,
  houses: 0,
  missing: [],
});

/** Refuses a page of a tracked community, with the address of the one to open. */
const refuseToOpen = (
  { site }: LinkPorts,
  reason: string,
  { resblockId, name, origin }: Pick<TrackedResblock, 'resblockId' | 'name' | 'origin'>,
  page: number,
): HandedInPage => ({ ...refuse(reason), resblockId, name, page, open: site.listUrl(resblockId, page, origin) });

/** The page is about a community, but it is not the list of its houses. */
async function refuseOtherPage(
  { store, site }: LinkPorts & { store: Pick<ResblockStore, 'findResblock'> },
  resblockId: string,
): Promise<HandedInPage> {
  const resblock = await store.findResblock(resblockId);
  if (!resblock) return { ...refuse(notTracked('')), resblockId };
  const { name, origin } = resblock;
  return { ...refuse(noCommunityList), resblockId, name, open: site.listUrl(resblockId, 1, origin) };
}

const noCommunityList = 'This page is not a community’s list. Open the list of all its houses, without filters.';
const tooComplex = 'This page has too many elements for a list of houses. Open the community’s list and hand that in.';
const noList = 'This page has no list of houses. Open the community’s list and wait until it has loaded.';

function refusalOfAddress(
  address: Exclude<PageAddress, { kind: 'list' }>,
  { site }: { site: Pick<ListingSite, 'resblockUrl'> },
): string {
  if (address.kind === 'refused') return refusalTexts[address.refusal];
  return address.kind === 'otherPage'
    ? noCommunityList
    : `This page does not belong to the listing site. Open a community’s list on ${hostOf(site.resblockUrl('0'))}.`;
}

function refusalOfPage(page: ListPage, address: Extract<PageAddress, { kind: 'list' }>): string | undefined {
  if (page.class === 'unknown') return page.isTooComplex ? tooComplex : address.isMobile ? forTelephones : noList;
  if (page.class !== 'list' && page.class !== 'empty') return refusalTexts[page.class];
  const contradiction = refusalOfContradiction(page, address);
  if (contradiction !== undefined) return contradiction;
  if (page.class === 'list' && !page.rows.some(({ resblockId }) => resblockId === address.resblockId))
    return 'This page shows no houses of the community. Open the community’s list again.';
  return undefined;
}

function refusalOfCommunity(
  resblock: TrackedResblock | undefined,
  name: string,
  address: Extract<PageAddress, { kind: 'list' }>,
  { site }: LinkPorts,
): string | undefined {
  if (!resblock) return notTracked(name);
  return refusalOfSite(name, site.listUrl(resblock.resblockId, 1, resblock.origin), address.origin);
}

/**
 * A list that was searched for some words adds up although houses without them are missing. Every house of a community has the
 * community's name, so a search for that finds them all. One that finds nothing proves nothing.
 */
function refusalOfSearch(
  page: ListPage,
  name: string,
  { searched }: Extract<PageAddress, { kind: 'list' }>,
): string | undefined {
  if (searched === undefined) return undefined;
  if (page.class === 'list' && name !== '' && asSearched(searched) === asSearched(name)) return undefined;
  return `This list was searched for “${searched}”, so houses may be missing. Open the list of all houses.`;
}

const asSearched = (words: string) => normalizeText(words).replaceAll(' ', '').toLowerCase();

/** A page that was loaded before the last reading says nothing new, and could undo what that reading found. */
function refusalOfAge(resblock: TrackedResblock | undefined, loadedAtMs: number): string | undefined {
  if (!resblock) return undefined;
  const { state, lastReadAtMs, lastCompleteAtMs } = resblock;
  const wasShown = state === 'OK' || state === 'INCOMPLETE';
  const lastShownAtMs = (wasShown ? lastReadAtMs : lastCompleteAtMs) ?? 0;
  return loadedAtMs > lastShownAtMs
    ? undefined
    : 'This page is older than the last check. Reload it and hand it in again.';
}

async function storePage(ports: StorePorts, user: User, accepted: AcceptedPage): Promise<HandedInPage> {
  const { store, now, newId } = ports;
  const { resblock, number, page, loadedAtMs } = accepted;
  const { resblockId, origin } = resblock;
  const known = await store.listHouseDigests(resblockId);
  for (let tries = 1; tries <= maxTries; tries++) {
    const stored = await store.findHandReading(user.userId, resblockId);
    const before = continueReading(stored, newHandReading(newId(), origin, now()));
    const seen = seenOnOtherPages(before, { page: number, loadedAtMs });
    const outcome = processAnswer({ kind: 'page', page }, resblockId, {
      ...newCrawl,
      origin,
      nextPage: number,
      seen,
      restyled: before.restyled,
    });
    const handed = handedPageOf(page, outcome, { page: number, resblockId, loadedAtMs });
    const reading = withPage(before, handed);
    if (!hasCurrentPage(reading, handed)) return refuseToOpen(ports, olderThanOthers, resblock, number);
    const crawl = { ...outcome.crawl, step: reading.step };
    const putPage = (result: PageResult) =>
      store.putHandedPage(user.userId, { ...reading, restyled: result.crawl.restyled }, result);
    const reader = { runId: reading.readingId, startedAtMs: reading.startedAtMs };
    const status = await savePage(
      { store: { ...store, putPage }, now },
      reader,
      resblock,
      { ...outcome, crawl },
      known,
      { finishesNext: false, loadedAtMs },
    );
    if (status === 'untracked') return refuse(notTracked(resblock.name));
    // Another page of this user was stored meanwhile, so this one is added to it.
    if (status === 'alreadySaved') continue;
    return finishIfComplete(
      ports,
      user,
      accepted,
      reading,
      new Set(outcome.listings.map(({ houseId }) => houseId)).size,
    );
  }
  throw new Error(`the pages of ${resblockId} that a user hands in keep changing`);
}

const olderThanOthers = 'You have handed in newer pages of this community. Reload this page and hand it in again.';

async function finishIfComplete(
  ports: CompletePorts,
  { userId }: User,
  { resblock, number, page }: AcceptedPage,
  reading: HandReading,
  houses: number,
): Promise<HandedInPage> {
  const { resblockId } = resblock;
  const crawl = crawlOf(reading, resblockId);
  const saved: HandedInPage = {
    outcome: 'saved',
    reason: null,
    resblockId,
    name: nameOf(resblock, page, resblockId),
    page: number,
    pages: pageCount(reading),
    houses,
    missing: missingPages(reading),
  };
  const { result } = crawl;
  if (!result || saved.missing.length > 0) return saved;
  const end = await endReading(ports, userId, resblock, { reading, crawl, result });
  if (end === 'pageAdded') return saved;
  if (end === 'stored' && isCompleteOutcome(result.outcome) && !isBeforeExactReading(resblock))
    await ports.queue.send({ kind: 'news', startedAtMs: reading.startedAtMs }, newsDelaySeconds);
  if (end !== 'stored') return { ...refuse(end.reason), resblockId, name: saved.name, page: number };
  if (isCompleteOutcome(result.outcome)) return { ...saved, outcome: 'complete' };
  return { ...saved, outcome: 'incomplete', reason: result.reason, missing: pagesToRepeat(reading) };
}

/** Stores what the pages change of their community. When another reading has ended meanwhile, the result is computed again. */
async function endReading(
  ports: EndPorts,
  userId: string,
  accepted: TrackedResblock,
  { reading, crawl, result }: { reading: HandReading; crawl: Crawl; result: CrawlConclusion },
): Promise<'stored' | 'pageAdded' | { reason: string }> {
  const { resblockId } = accepted;
  const atMs = readAtMs(reading);
  let resblock: TrackedResblock | undefined = accepted;
  for (let tries = 1; tries <= maxTries; tries++) {
    const reason = resblock?.origin === accepted.origin ? refusalOfAge(resblock, atMs) : notTracked(accepted.name);
    if (reason !== undefined || !resblock) return { reason: reason ?? notTracked(accepted.name) };
    const after = await finishReading(ports, {
      readingId: reading.readingId,
      readAt: new Date(atMs),
      tookMs: tookMs(reading),
      by: userId,
      byHandSinceMs: reading.startedAtMs,
      resblockId,
      resblock,
      crawl,
      result,
    });
    const end = await ports.store.putHandReadingResult(userId, reading, resblock, {
      ...after,
      isOver: isCompleteOutcome(result.outcome) || cutPages(reading).length === 0,
    });
    if (end !== 'communityChanged') return end;
    resblock = await ports.store.findResblock(resblockId);
  }
  throw new Error(`other readings of ${resblockId} keep ending`);
}
