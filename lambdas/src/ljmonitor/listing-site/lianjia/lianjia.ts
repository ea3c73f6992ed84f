import type { SiteKind } from '../site-adapter.ts';
import { refusalOfRedirect } from './refusal.ts';

/** Lianjia's site of one city, today's pages and those of years ago, and its sister site ke.com. */
export const lianjia: SiteKind = {
  listPath: (resblockId, page) => `/ershoufang/${page === 1 ? '' : `pg${page}`}c${resblockId}/`,
  housePath: (houseId) => `/ershoufang/${houseId}.html`,
  resblockPath: (resblockId) => `/xiaoqu/${resblockId}/`,
  refusalOfRedirect,
  loadReader: async () => (await import('./list-page.ts')).readListPage,
};
