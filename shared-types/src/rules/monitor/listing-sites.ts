/** The subdomains of the listing site that belong to a city, or to its captcha and sign-in. */
const publicHost = /^[a-z\d-]{1,20}\.(lianjia|ke)\.com$/;

/**
 * Returns true for the origins whose pages a user may hand in: every city of Lianjia and of its sister site Beike, and
 * the origin that the deployment reads.
 */
export function isListingOrigin(origin: string, configured: string): boolean {
  if (origin === configured || isOtherPort(origin, configured)) return true;
  return URL.canParse(origin) && new URL(origin).protocol === 'https:' && publicHost.test(new URL(origin).host);
}

/** A listing site on this machine has each of its cities at a port of its own, and its captcha and sign-in at hosts of their own. */
const isOtherPort = (origin: string, configured: string) =>
  onThisMachine.test(origin) && onThisMachine.test(configured);
const onThisMachine = /^http:\/\/(127\.0\.0\.1|(hip|clogin)\.[a-z]+):\d{1,5}$/;

/** Returns 'lianjia' or 'ke' for the site of a city, whose host has it before '.com'. */
const siteOf = (origin: string) => publicHost.exec(new URL(origin).host)?.[1];

/** The owner's cookie belongs to all cities of one site. It is never sent to the sister site. */
export function isSameSite(origin: string, configured: string): boolean {
  return origin === configured || (siteOf(origin) !== undefined && siteOf(origin) === siteOf(configured));
}

/** The telephone's pages have one host for all cities, and the city in their paths: m.lianjia.com/bj/xiaoqu/1/. */
const pathWithCity = /^\/([a-z]{2,20})(\/(?:xiaoqu|ershoufang|chengjiao)\/.*)$/;

/** Returns where a page is at the site of its city. Undefined for an address that names no city. */
export function placeInCity({ origin, host, pathname }: URL, configured = '') {
  const site = publicHost.exec(host)?.[1];
  if (site === undefined) return isOtherPort(origin, configured) ? { origin, path: pathname } : undefined;
  if (!isForAllCities(host)) return { origin: `https://${host}`, path: pathname };
  const [, city, path] = pathWithCity.exec(pathname) ?? [];
  return city === undefined || path === undefined ? undefined : { origin: `https://${city}.${site}.com`, path };
}

/** Returns true for a host that shows the pages of all cities. */
export const isForAllCities = (host: string) => /^(m|www)\./.test(host);

/** Returns the origin of a city's site for a link to it, also for the telephone's pages. */
export const cityOriginOf = (link: URL, configured = ''): string | undefined => placeInCity(link, configured)?.origin;
