import type { ListAddress, Refusal, SiteAdapter } from './site-adapter.ts';

/** One row of a list of sold houses. A value that the site does not show is undefined. */
export interface SoldRow {
  houseId: string;
  /** It begins with the name of the community: '大塘新村 1室1厅 37平米'. */
  title: string;
  /** In 万元. A masked price is no price. */
  price: number | undefined;
  /** In 元/㎡. */
  unitPrice: number | undefined;
  /** The day of the contract, '2026-10-04', or its month, '2026-10'. */
  date: string | undefined;
  /** True when the site says instead of a date that the house was sold within the last 30 days. */
  isRecent: boolean;
  /** The number of days on offer. */
  days: number | undefined;
  /** In 万元. */
  askedPrice: number | undefined;
}

/** The content of one page of the sold houses of a community, newest first. */
export interface SoldPage {
  /** 'empty': the site says that there are no houses. 'unknown': the page was not understood. */
  class: 'list' | 'empty' | 'unknown' | Refusal;
  /** The number of sold houses, according to the page. */
  declaredTotal: number | undefined;
  page: number | undefined;
  /** At least 1, and at most as many as the site shows, whatever the page says. */
  totalPages: number | undefined;
  rows: SoldRow[];
  /** The number of rows that could not be read. */
  unreadable: number;
  /** The community that the page is about, according to its breadcrumb. */
  resblockId: string | undefined;
}

/** The part of reading sold houses that is particular to one listing site. */
export interface SoldPages extends Pick<SiteAdapter, 'communityIn' | 'housePath' | 'refusalOfRedirect'> {
  listPath(resblockId: string): string;
  /** Parses the path of a page of a community's sold houses. Undefined for every other path, filter and order. */
  parseListPath(path: string): ListAddress | undefined;
  /** Never throws. A page that it does not understand is 'unknown'. */
  parse(html: string): SoldPage;
}
