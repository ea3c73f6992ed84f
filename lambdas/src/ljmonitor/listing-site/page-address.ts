import { isForAllCities, isListingOrigin, placeInCity } from 'shared-types/rules/monitor/listing-sites';
import type { PageAddress, SiteAdapter } from './site-adapter.ts';

type Addresses = Pick<SiteAdapter, 'parseListPath' | 'communityIn' | 'refusalOfRedirect'>;

/** Reads the address of a page that a user has opened. `configured` is the origin that the deployment reads. */
export function parseAddress(adapter: Addresses, text: string, configured: string): PageAddress {
  if (!URL.canParse(text)) return { kind: 'otherSite' };
  const url = new URL(text);
  // A browser gives `blob:https://…` the origin of the site, whatever its content is.
  if (!/^https?:$/.test(url.protocol) || !isListingOrigin(url.origin, configured)) return { kind: 'otherSite' };
  const refusal = adapter.refusalOfRedirect(url);
  if (refusal !== 'redirected') return { kind: 'refused', refusal };
  const isMobile = url.origin !== configured && isForAllCities(url.host);
  const place = placeInCity(url, configured) ?? { origin: url.origin, path: url.pathname };
  const path = decodePath(place.path);
  const address = isMobile && place.origin === url.origin ? undefined : adapter.parseListPath(path);
  if (address) return { kind: 'list', origin: place.origin, isMobile, ...address };
  return { kind: 'otherPage', resblockId: adapter.communityIn(path) };
}

/** Browsers write Chinese words of a path as percent signs and digits. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
