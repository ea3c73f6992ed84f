import type { RefreshStatus, Resblock } from 'shared-types/ljmonitor';
import { ago, comingMoment, minutesSince } from '../../lib/time.ts';

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

export const priceText = (price: number) => `${number.format(price)} 万`;
export const unitPriceText = (unitPrice: number) => `${number.format(unitPrice)} 元/㎡`;
export const nameOf = ({ name, resblockId }: Resblock) => name || resblockId;

/** '西城 / 德胜门', as far as it is known. */
export const placeOf = ({ districtName, bizcircleName }: Resblock) =>
  [districtName, bizcircleName].filter(Boolean).join(' / ');

/** The refresh's one line, as the product's description has it word by word. */
export function refreshText(status: RefreshStatus, now: number) {
  if (status.isRefreshing) return `Refreshing: ${(status.refreshingProcess * 100).toFixed(2)}%`;
  const success = status.lastRefreshSuccessAt ?? -1;
  const failure = status.lastRefreshFailureAt ?? -1;
  const last = Math.max(success, failure);
  if (last < 0) return '';
  return `Last refresh ${failure > success ? 'failure' : 'success'} at ${minutesSince(last, now)} mins ago`;
}

/** What stands beside it, quieter: what the monitor waits for. */
export function refreshAside({ blockedUntil, nextRefreshAt, isRefreshing }: RefreshStatus, now: number) {
  if (blockedUntil !== null && blockedUntil > now)
    return `The listing site turns us away. It is left alone until ${comingMoment(blockedUntil, now)}.`;
  if (nextRefreshAt !== null && nextRefreshAt > now && !isRefreshing)
    return `The next one starts by itself at ${comingMoment(nextRefreshAt, now)}.`;
  return '';
}

export interface Condition {
  isBad: boolean;
  text: string;
}

/** How the last reading of a community went, and how old what one sees is. */
export function conditionOf({ state, houseCount, lastCompleteAt }: Resblock, now: number): Condition {
  const count = `${houseCount} ${houseCount === 1 ? 'house' : 'houses'}`;
  const isRead = lastCompleteAt !== null;
  if (state === 'NEW') return { isBad: false, text: houseCount === 0 ? 'not read yet' : `${count} so far` };
  if (state === 'OK') return { isBad: false, text: isRead ? `${count} · read ${ago(lastCompleteAt, now)}` : count };
  const age = isRead ? `showing ${ago(lastCompleteAt, now)}` : 'never read completely';
  return { isBad: true, text: `${troubles[state]} · ${count} · ${age}` };
}

const troubles = { BLOCKED: 'blocked by the site', INCOMPLETE: 'read in part', FAILED: 'could not be read' };

/** The id in what was typed: the id itself, or the address of a community's page on the listing site. */
export const resblockIdIn = (text: string) => /(?:\/xiaoqu\/|\/ershoufang\/\w*?c)(\d+)/.exec(text)?.[1] ?? text.trim();
