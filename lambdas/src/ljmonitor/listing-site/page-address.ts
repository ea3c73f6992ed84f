import { isListingOrigin } from 'shared-types/rules/monitor/listing-sites';
import type { PageAddress, SiteAdapter } from './site-adapter.ts';

type Addresses = Pick<SiteAdapter, 'parseListPath' | 'refusalOfRedirect'>;

/** Reads the address of a page that a user has opened. `configured` is the origin that the deployment reads. */
export function parseAddress(adapter: Addresses, url: string, configured: string): PageAddress {
  if (!URL.canParse(url)) return { kind: 'otherSite' };
  const { origin, pathname, href } = new URL(url);
  if (!isListingOrigin(origin, configured)) return { kind: 'otherSite' };
  const refusal = adapter.refusalOfRedirect(new URL(href));
  if (refusal !== 'redirected') return { kind: 'refused', refusal };
  const address = adapter.parseListPath(pathname);
  return address ? { kind: 'list', origin, ...address } : { kind: 'otherPage' };
}
