/**
 * All that is particular to a listing site. Another site is another file like site/lianjia.ts, and a folder of fixtures
 * for its tests: CONTRIBUTING.md says how. Asking, waiting, comparing and concluding are the same for every site.
 */
export interface SiteKind {
  /** The n-th page of a community's houses, as a path on the site. */
  listPath(resblockId: string, page: number): string;
  housePath(houseId: string): string;
  resblockPath(resblockId: string): string;
  /** What it means to be sent to another address. */
  refusalOfRedirect(to: URL): Refusal;
  /**
   * Reads a list page. It never throws: what is not understood is 'unknown'. Loaded when it is first needed, because a
   * parser is large, and there is time for it while the site answers.
   */
  loadReader(): Promise<(html: string) => ListPage>;
}

/** A page that is not what was asked for, because the site would not show it. */
export type Refusal = 'blocked' | 'login' | 'banned' | 'redirected';

export const wordsFor: Record<Refusal, string> = {
  blocked: 'The site asked for a captcha.',
  login: 'The site asked for a sign-in.',
  banned: 'The site refused us.',
  redirected: 'The site sent us to another place.',
};

export interface Names {
  name: string;
  districtName: string;
  bizcircleName: string;
}

/** What one page says, whoever it was asked for: rows of other communities are still among its rows. */
export interface ListPage {
  /** A list of houses; the site's own words that there are none; nothing that is understood; or a refusal. */
  class: 'list' | 'empty' | 'unknown' | Refusal;
  /** How many houses the community has, as the page says. */
  declaredTotal: number | undefined;
  page: number | undefined;
  totalPages: number | undefined;
  rows: ListRow[];
  /** The community that the page says it is of. */
  resblockId: string | undefined;
  names: Names;
}

/** One house of a list page. What could not be read is undefined: such a row is not stored, and the page does not count. */
export interface ListRow {
  houseId: string;
  resblockId: string | undefined;
  resblockName: string;
  bizcircleName: string;
  title: string;
  description: string;
  tags: string[];
  /** In 万元. */
  price: number | undefined;
  /** In 元/㎡; 0 where the site leaves it out. */
  unitPrice: number;
}
