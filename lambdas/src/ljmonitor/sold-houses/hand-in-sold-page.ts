import { isDeepStrictEqual } from 'node:util';
import type { HandedInSoldPage } from 'shared-types/contract/monitor/sold';
import { dayInChina, earliestDayOf } from 'shared-types/rules/monitor/sold';
import type { User } from '../../platform/http/session.ts';
import type { NewsDesk } from '../../platform/news/tell-news.ts';
import type { TrackedResblock } from '../communities/community.ts';
import type { ResblockStore } from '../communities/community-store.ts';
import {
  forTelephones,
  hostOf,
  notTracked,
  refusalOfContradiction,
  refusalOfSite,
  refusalTexts,
} from '../hand-readings/refusals.ts';
import { parseAddress } from '../listing-site/page-address.ts';
import type { PageAddress } from '../listing-site/site-adapter.ts';
import type { SoldPage, SoldPages, SoldRow } from '../listing-site/sold-pages.ts';
import type { Surroundings } from '../ports.ts';
import { normalizeText } from '../text.ts';
import { type HouseSale, isOfOneContract, withSale } from './sales-of-house.ts';
import { soldNews, type SoldNewsPorts } from './sold-news.ts';
import { handedSoldPageOf, hasLost, readingOf, withSoldPage } from './sold-reading.ts';
import type { SoldStore } from './sold-store.ts';

/** The site whose lists of sold houses are linked. */
interface SoldSite {
  pages: Pick<SoldPages, 'listPath'>;
  /** The origin that the deployment reads. */
  configuredOrigin: string;
}

interface ResblockPorts {
  store: Pick<ResblockStore, 'findResblock'>;
}

export interface HandInSoldPorts extends SoldSite, Pick<Surroundings, 'now'> {
  pages: SoldPages;
  store: ResblockPorts['store'] & SoldNewsPorts['store'] & Pick<SoldStore, 'findSold' | 'listSold' | 'putSoldPage'>;
  news: SoldNewsPorts['news'] & Pick<NewsDesk, 'writes' | 'wake'>;
}

/** A page as a user's browser showed it. */
interface BrowserPage {
  url: string;
  html: string;
  ageMs?: number | undefined;
}

type Address = Extract<PageAddress, { kind: 'list' }>;

const maxTries = 5;

/** Reads a page of sold houses that the user has opened. It adds to what is known and takes nothing away. */
export async function handInSoldPage(
  ports: HandInSoldPorts,
  user: User,
  brought: BrowserPage,
): Promise<HandedInSoldPage> {
  const address = parseAddress(ports.pages, brought.url, ports.configuredOrigin);
  if (address.kind === 'otherPage' && address.resblockId !== undefined)
    return refuseOtherPage(ports, address.resblockId);
  if (address.kind !== 'list') return refuse(refusalOfAddress(address, ports));
  const resblock = await ports.store.findResblock(address.resblockId);
  // DynamoDB refuses a text with half of a surrogate pair.
  const page = ports.pages.parse(brought.html.toWellFormed());
  const name = resblock?.name ?? '';
  const loadedAtMs = Math.max(0, ports.now().getTime() - (brought.ageMs ?? 0));
  const reason = refusalOfPage(page, address) ?? refusalOfCommunity(resblock, page, address, ports);
  const place = { resblockId: address.resblockId, name, page: address.page };
  if (!resblock) return { ...refuse(reason ?? notTracked(name)), ...place };
  if (reason !== undefined) return { ...refuse(reason), ...place, open: soldListUrl(ports, resblock) };
  return { ...(await storePage(ports, user, resblock, { page, address, loadedAtMs })), ...place };
}

const refuse = (reason: string): HandedInSoldPage => ({
  outcome: 'refused',
  reason,
  resblockId: null,
  name: '',
  page: null,
  pages: null,
  sales: 0,
  withoutPrice: 0,
  backTo: null,
  isWhole: false,
});

/** Returns the address of the sold houses of a community, the newest first. */
export const soldListUrl = (
  { pages, configuredOrigin }: SoldSite,
  { resblockId, origin }: Pick<TrackedResblock, 'resblockId' | 'origin'>,
) => `${origin ?? configuredOrigin}${pages.listPath(resblockId)}`;

/** The page is about a community, but it is not the list of its sold houses. */
async function refuseOtherPage(ports: SoldSite & ResblockPorts, resblockId: string): Promise<HandedInSoldPage> {
  const resblock = await ports.store.findResblock(resblockId);
  if (!resblock) return { ...refuse(notTracked('')), resblockId };
  return { ...refuse(noSoldList), resblockId, name: resblock.name, open: soldListUrl(ports, resblock) };
}

const noSoldList =
  'This page is not a community’s list of sold houses. Open that list without filters, in the site’s own order.';

function refusalOfAddress(address: Exclude<PageAddress, { kind: 'list' }>, { configuredOrigin }: SoldSite): string {
  if (address.kind === 'refused') return refusalTexts[address.refusal];
  return address.kind === 'otherPage'
    ? noSoldList
    : `This page does not belong to the listing site. Open a community’s sold houses on ${hostOf(configuredOrigin)}.`;
}

function refusalOfPage(page: SoldPage, address: Address): string | undefined {
  if (page.class === 'unknown' && address.isMobile) return forTelephones;
  if (page.class === 'unknown' || (page.class === 'list' && page.rows.length === 0))
    return 'This page has no list of sold houses. Open the community’s sold houses and wait until they have loaded.';
  if (page.class !== 'list' && page.class !== 'empty') return refusalTexts[page.class];
  return refusalOfContradiction(page, address);
}

function refusalOfCommunity(
  resblock: TrackedResblock | undefined,
  page: SoldPage,
  address: Address,
  site: SoldSite,
): string | undefined {
  if (!resblock) return notTracked('');
  const { name } = resblock;
  const other = page.rows.find((row) => !isOf(row, name || communityOf(page.rows[0])));
  return (
    refusalOfSite(name, soldListUrl(site, resblock), address.origin) ??
    (other && `This page shows a sale in ${communityOf(other)}. Open the list of ${name || 'one community'} alone.`)
  );
}

/** A row names its community first: '大塘新村 1室1厅 37平米'. A page says nowhere else whose houses it shows. */
const communityOf = (row: SoldRow | undefined) => normalizeText(row?.title ?? '').split(' ')[0] ?? '';

const isOf = ({ title }: SoldRow, community: string) =>
  `${normalizeText(title)} `.startsWith(`${normalizeText(community)} `);

/** A contract of a later day than the one on which the page was loaded is a misprint. */
const withoutMisprint = (row: SoldRow, loadedAtMs: number): SoldRow =>
  row.date !== undefined && earliestDayOf(row.date) > dayInChina(loadedAtMs) ? { ...row, date: undefined } : row;

const saleOf = (row: SoldRow, loadedAtMs: number): HouseSale => ({
  price: row.price ?? null,
  unitPrice: row.unitPrice ?? null,
  date: row.date ?? null,
  isRecent: row.isRecent,
  days: row.days ?? null,
  askedPrice: row.askedPrice ?? null,
  loadedAt: loadedAtMs,
});

/** Counts the sold houses of a community that has not kept their number yet, which reads all of them once. */
async function countSold(
  store: Pick<SoldStore, 'listSold'>,
  { resblockId, origin }: Pick<TrackedResblock, 'resblockId' | 'origin'>,
): Promise<number> {
  const { sales } = await store.listSold(resblockId, origin);
  return new Set(sales.map(({ houseId }) => houseId)).size;
}

async function storePage(
  ports: HandInSoldPorts,
  { userId }: User,
  resblock: TrackedResblock,
  { page, address, loadedAtMs }: { page: SoldPage; address: Address; loadedAtMs: number },
): Promise<HandedInSoldPage> {
  const { store, news, pages: site, configuredOrigin } = ports;
  const houseUrl = (houseId: string) => `${resblock.origin ?? configuredOrigin}${site.housePath(houseId)}`;
  const rows = page.rows.map((row) => withoutMisprint(row, loadedAtMs));
  const whole = handedSoldPageOf({ ...page, rows }, { page: address.page, loadedAtMs });
  const shown = Map.groupBy(rows, ({ houseId }) => houseId);
  for (let tries = 1; tries <= maxTries; tries++) {
    const known = await store.findSold(resblock, userId, [...shown.keys()]);
    const houses = [...shown].flatMap(([houseId, ofHouse]) => {
      const { sales: before, revision } = known.houses.get(houseId) ?? { sales: [], revision: 0 };
      const sales = ofHouse.map((row) => saleOf(row, loadedAtMs)).reduce<HouseSale[]>(withSale, before);
      return isDeepStrictEqual(sales, before) ? [] : [{ houseId, sales, revision }];
    });
    const soldBefore = known.count ?? (await countSold(store, resblock));
    const soldAfter = soldBefore + houses.filter(({ houseId }) => !known.houses.has(houseId)).length;
    const pages = whole && !hasLost(whole, soldBefore) ? withSoldPage(known.pages, whole) : undefined;
    const unknown = houses.flatMap(({ houseId, sales: [sale], revision }) => {
      const before = known.houses.get(houseId)?.sales[0];
      return sale && !(before && isOfOneContract(before, sale)) ? [{ houseId, revision, sale }] : [];
    });
    const told = await soldNews(ports, resblock, unknown, houseUrl);
    const end = await store.putSoldPage(resblock, userId, {
      houses,
      pages,
      news: told && news.writes(told),
      count: { before: known.count, after: soldAfter },
    });
    if (end === 'untracked') return refuse(notTracked(resblock.name));
    // Another page was stored meanwhile, so this one is added to it.
    if (end === 'changed') continue;
    if (told) await news.wake(told.newsId);
    const reading = pages && readingOf(pages.pages);
    return {
      ...refuse(''),
      outcome: 'sold',
      reason: null,
      pages: page.totalPages ?? null,
      sales: rows.length,
      withoutPrice: rows.filter(({ price }) => price === undefined).length,
      backTo: reading?.backTo ?? null,
      isWhole: reading?.backTo === null,
    };
  }
  throw new Error(`the sold houses of ${resblock.resblockId} keep changing`);
}
