import { priceDropOf } from 'shared-types/rules/house';
import type { House, UnreadCount, RefreshStatus, Resblock } from 'shared-types/contract/ljmonitor';
import { formatAge, formatFutureTime, countMinutesSince } from '../../lib/format-time.ts';

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

export const formatPrice = (price: number) => `${number.format(price)} 万`;
/** The site does not always say it. */
export const formatUnitPrice = (unitPrice: number) =>
  `${unitPrice === 0 ? '–' : number.format(Math.round(unitPrice))} 元/㎡`;
const formatHouseCount = (count: number) => `${count} ${count === 1 ? 'house' : 'houses'}`;
export const communityName = ({ name, resblockId }: Resblock) => name || resblockId;

/** The communities whose houses stand among each other; none where there is only one, which need not be said on each row. */
export function communityNamesToShow(resblocks: Resblock[], ticked: ReadonlySet<string>): ReadonlyMap<string, string> {
  const inView = resblocks.filter(({ resblockId }) => ticked.size === 0 || ticked.has(resblockId));
  return new Map(inView.length > 1 ? inView.map((resblock) => [resblock.resblockId, communityName(resblock)]) : []);
}

/** How far a house's price has moved since the first one known: '▼ 14 万'. */
export function formatPriceChange(house: House) {
  const drop = priceDropOf(house);
  return drop === 0 ? '' : `${drop > 0 ? '▼' : '▲'} ${formatPrice(Math.abs(drop))}`;
}

export const describePrices = ({ prices }: House) =>
  `${prices.length} prices, from ${formatPrice(prices[0]?.price ?? 0)} to ${formatPrice(prices.at(-1)?.price ?? 0)}.`;

/** '西城 / 德胜门', as far as it is known. */
export const communityPlace = ({ districtName, bizcircleName }: Resblock) =>
  [districtName, bizcircleName].filter(Boolean).join(' / ');

/** The refresh's one line, as the product's description has it word by word. */
export function describeRefresh(status: RefreshStatus, now: number) {
  if (status.isRefreshing) return `Refreshing: ${(status.refreshingProcess * 100).toFixed(2)}%`;
  const success = status.lastRefreshSuccessAt ?? -1;
  const failure = status.lastRefreshFailureAt ?? -1;
  const last = Math.max(success, failure);
  if (last < 0) return '';
  return `Last refresh ${failure > success ? 'failure' : 'success'} at ${countMinutesSince(last, now)} mins ago`;
}

/** What stands beside it, quieter: what the monitor waits for. */
export function describeNextRefresh({ blockedUntil, nextRefreshAt, isRefreshing }: RefreshStatus, now: number) {
  if (blockedUntil !== null && blockedUntil > now)
    return `The listing site turns us away. It is left alone until ${formatFutureTime(blockedUntil, now)}.`;
  if (nextRefreshAt !== null && nextRefreshAt > now && !isRefreshing)
    return `Next refresh at about ${formatFutureTime(nextRefreshAt, now)}.`;
  return '';
}

/** What a folded list of communities would show: '6 communities · 2 with news · only 青枫家园'. */
export function summarizeCommunities(
  resblocks: Resblock[],
  news: ReadonlyMap<string, UnreadCount>,
  ticked: ReadonlySet<string>,
) {
  const count = (isSo: (resblock: Resblock) => unknown) => resblocks.filter(isSo).length;
  const withNews = count(({ resblockId }) => news.has(resblockId));
  const troubled = count(({ state }) => state in problemTexts);
  const shown = resblocks.filter(({ resblockId }) => ticked.has(resblockId));
  const [only] = shown;
  return [
    `${resblocks.length} communities`,
    withNews > 0 && `${withNews} with news`,
    troubled > 0 && `${troubled} not read`,
    only && `only ${shown.length > 1 ? `${shown.length} of them` : communityName(only)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What 'read all' leaves: so many unread houses that are not loaded yet; undefined where a filter keeps that unknown. */
export const describeUnreadBelow = (below: number | undefined) =>
  below === undefined ? 'there may be more below' : below > 0 ? `${below} more unread below` : '';

export interface CommunityState {
  isBad: boolean;
  text: string;
}

/** How the last reading of a community went, and how old what one sees is. */
export function describeCommunityState({ state, houseCount, lastCompleteAt }: Resblock, now: number): CommunityState {
  const count = formatHouseCount(houseCount);
  const isRead = lastCompleteAt !== null;
  if (state === 'NEW') return { isBad: false, text: houseCount === 0 ? 'not read yet' : `${count} so far` };
  if (state === 'OK')
    return { isBad: false, text: isRead ? `${count} · read ${formatAge(lastCompleteAt, now)}` : count };
  const age = isRead ? `last read ${formatAge(lastCompleteAt, now)}` : 'never read completely';
  return { isBad: true, text: `${problemTexts[state]} · ${count} · ${age}` };
}

const problemTexts = { BLOCKED: 'blocked by the site', INCOMPLETE: 'read in part', FAILED: 'could not be read' };
