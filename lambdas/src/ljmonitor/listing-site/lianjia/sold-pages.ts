import type { SoldPages } from '../sold-pages.ts';
import { communityIn, housePath } from './list-address.ts';
import { refusalOfRedirect } from './refusal.ts';
import { parseSoldPage } from './sold-page.ts';

/**
 * Matches the address of a community's sold houses in their own order, the newest first: `/chengjiao/c1/`, `/chengjiao/pg2c1/`.
 * It does not match a list with a filter or another order (`ddo21`), because that list hides sales, or shows them anywhere.
 */
const soldPath = /^\/chengjiao\/(?:pg(100|[1-9]\d?))?c(\d{6,24})\/?$/;

/** The sold houses on Lianjia's site of one city, and on the sister site ke.com. */
export const lianjiaSoldPages: SoldPages = {
  listPath: (resblockId) => `/chengjiao/c${resblockId}/`,
  parseListPath(path) {
    const [, page = '1', resblockId] = soldPath.exec(path) ?? [];
    return resblockId === undefined ? undefined : { resblockId, page: Number(page) };
  },
  communityIn,
  housePath,
  refusalOfRedirect,
  parse: parseSoldPage,
};
