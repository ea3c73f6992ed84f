import type { SiteAdapter } from '../site-adapter.ts';
import { communityIn, housePath, parseListPath } from './list-address.ts';
import { refusalOfRedirect } from './refusal.ts';

/** Lianjia's site of one city, with its current and older markup, and the sister site ke.com. */
export const lianjia: SiteAdapter = {
  listPath: (resblockId, page) => `/ershoufang/${page === 1 ? '' : `pg${page}`}c${resblockId}/`,
  parseListPath,
  communityIn,
  housePath,
  resblockPath: (resblockId) => `/xiaoqu/${resblockId}/`,
  refusalOfRedirect,
  loadHouseParser: async () => (await import('./house-page.ts')).parseHousePage,
  loadParser: async () => (await import('./list-page.ts')).parseListPage,
};
