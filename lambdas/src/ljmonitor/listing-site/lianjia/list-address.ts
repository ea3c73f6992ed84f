import type { ListAddress } from '../site-adapter.ts';

/**
 * Matches the address of a community's houses, in any order, and with the words that the site's own search leaves behind:
 * `/ershoufang/c1/`, `/ershoufang/pg2co32c1rs示例/`. It does not match a list with a filter, which adds up although houses are
 * missing.
 */
const listPath = /^\/ershoufang\/(?:pg(100|[1-9]\d?))?(?:co\d{1,3})?c(\d{6,24})(?:rs([^/]+))?\/?$/;

export function parseListPath(path: string): ListAddress | undefined {
  const [, page = '1', resblockId, searched] = listPath.exec(path) ?? [];
  return resblockId === undefined ? undefined : { resblockId, page: Number(page), searched };
}

/** Returns the path of the page of a house. From the page of a sold house the site leads on to that of its sale. */
export const housePath = (houseId: string) => `/ershoufang/${houseId}.html`;

/** Finds the community in the address of any page about it: its own page, its houses with a filter, its sold houses. */
export const communityIn = (path: string): string | undefined =>
  /^\/(?:xiaoqu\/|(?:ershoufang|chengjiao)\/[^/]*?c)(\d{6,24})(?!\d)/.exec(path)?.[1];
