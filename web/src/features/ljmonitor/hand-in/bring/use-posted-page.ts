import { useEffect, useState } from 'react';
import { isListingOrigin } from 'shared-types/rules/monitor/listing-sites';
import { readyMessage } from '../bookmarklet.ts';
import type { BrowserPage } from '../saved-pages/read-file.ts';

/** A page from the tab that has opened this document. */
export interface PostedPage extends BrowserPage {
  /** The host that the browser vouches for. */
  host: string;
}

/**
 * Takes the first page that this document's opener posts from a listing site. A message of any other window or origin is
 * ignored. `configured` is the origin that the deployment reads; undefined until it is known, and then no page is taken.
 */
export function usePostedPage(configured: string | undefined): PostedPage | undefined {
  const [posted, setPosted] = useState<PostedPage>();
  useEffect(() => {
    const opener: unknown = window.opener;
    if (!isWindow(opener) || configured === undefined) return undefined;
    const listener = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== opener || !isListingOrigin(origin, configured)) return;
      const page = readPosted(data);
      // The page must come from the address that it names.
      if (page && originOf(page.url) === origin) setPosted((first) => first ?? { ...page, host: new URL(origin).host });
    };
    window.addEventListener('message', listener);
    // The opener's origin is not known yet, and the message says nothing else.
    opener.postMessage(readyMessage, '*');
    return () => window.removeEventListener('message', listener);
  }, [configured]);
  return posted;
}

/** A window of another origin is a proxy, for which `instanceof Window` is false. */
const isWindow = (value: unknown): value is Window =>
  typeof value === 'object' && value !== null && 'postMessage' in value;

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined);

/** Returns the page in a message; undefined for anything else. */
export function readPosted(data: unknown): BrowserPage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { url, html, ageMs }: Partial<Record<keyof BrowserPage, unknown>> = data;
  if (typeof url !== 'string' || typeof html !== 'string' || typeof ageMs !== 'number') return undefined;
  return { url, html, ageMs: Math.max(0, Math.round(ageMs)) };
}
