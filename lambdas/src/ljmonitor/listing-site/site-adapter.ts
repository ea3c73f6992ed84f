/**
 * The part of the monitor that is particular to one listing site. CONTRIBUTING.md says how to add another one.
 */
export interface SiteAdapter {
  /** Returns the path of the n-th page of a community's houses. */
  listPath(resblockId: string, page: number): string;
  /** Parses the path of a page of a community's houses. Undefined for every other path, and for a list with a filter. */
  parseListPath(path: string): ListAddress | undefined;
  /** Finds the community in the path of any page that is about it. */
  communityIn(path: string): string | undefined;
  housePath(houseId: string): string;
  resblockPath(resblockId: string): string;
  /** Classifies a redirect by its target. */
  refusalOfRedirect(to: URL): Refusal;
  /**
   * Loads the parser of list pages when it is first needed: it is large, and there is time while the site answers. The
   * parser never throws. A page that it does not understand is 'unknown'.
   */
  loadParser(): Promise<(html: string) => ListPage>;
  /** Does the same for the page of a house. */
  loadHouseParser(): Promise<(html: string) => HousePage>;
}

/** The reading site of a community: the site of one city, such as 'https://sh.ke.com'; null for the configured one. */
export type SiteOrigin = string | null;

/** A page of a community's houses. */
export interface ListAddress {
  resblockId: string;
  page: number;
  /** The words that the list was searched for. Houses without them are missing. */
  searched?: string | undefined;
}

/**
 * The address of a page that a user has opened: a page of a community, a page that the site shows in place of another one,
 * another page of a listing site, which may be about a community, or a page of any other site. `isMobile` is that of a page for
 * telephones, which has the origin of its city here.
 */
export type PageAddress =
  | ({ kind: 'list'; origin: string; isMobile: boolean } & ListAddress)
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'otherPage'; resblockId: string | undefined }
  | { kind: 'otherSite' };

/** The site does not show the page. */
export type Refusal = 'blocked' | 'login' | 'banned' | 'throttled' | 'redirected';

/** Users see these texts as the state of a community. */
export const refusalReasons: Record<Refusal, string> = {
  blocked: 'The listing site asked for a captcha.',
  login: 'The listing site asked for a sign-in.',
  banned: 'The listing site refused access.',
  throttled: 'The listing site got too many requests.',
  redirected: 'The listing site redirected to another address.',
};

/** The answer to the request for one page. */
export type SiteAnswer<Page = ListPage> =
  | { kind: 'page'; page: Page }
  | { kind: 'refused'; refusal: Refusal; retryAfterMs?: number | undefined }
  | { kind: 'notFound' }
  | { kind: 'failed'; reason: string; retryAfterMs?: number | undefined };

export interface CommunityNames {
  name: string;
  districtName: string;
  bizcircleName: string;
}

/** The content of one page. Rows of other communities are still among its rows. */
export interface ListPage {
  /** 'empty': the site says that there are no houses. 'unknown': the page was not understood. */
  class: 'list' | 'empty' | 'unknown' | Refusal;
  /** True for a page that is 'unknown' because it has too many elements to be read. */
  isTooComplex?: boolean;
  /** The number of houses in the community, according to the page. */
  declaredTotal: number | undefined;
  page: number | undefined;
  /** At least 1, and at most as many as the site shows, whatever the page says. */
  totalPages: number | undefined;
  rows: ListRow[];
  /** The community that the page is about, according to its breadcrumb. */
  resblockId: string | undefined;
  names: CommunityNames;
}

/** The page of one house. Without a community the page was not understood. */
export interface HousePage {
  class: 'house' | 'unknown' | Refusal;
  /** The house that the page is about, if the page says so. */
  houseId: string | undefined;
  resblockId: string | undefined;
}

/** One house of a list page. */
export interface ListRow {
  houseId: string;
  resblockId: string | undefined;
  resblockName: string;
  bizcircleName: string;
  title: string;
  description: string;
  tags: string[];
  /**
   * In 万元; null if the site shows none. Undefined for a row that is garbled, cut off, mixed up with another one or contradicts
   * itself. Such a row is not stored, and makes the reading incomplete. So does a row without a title.
   */
  price: number | null | undefined;
  /** In 元/㎡; 0 if the site leaves it out. */
  unitPrice: number;
}
