import { useEffect, useState } from 'react';
import { isListingOrigin } from 'shared-types/rules/monitor/listing-sites';
import { type PageInTab, readyMessage } from '../bookmarklet.ts';
import type { BrowserPage } from '../saved-pages/read-file.ts';

/** A page from the tab that has opened this document. */
interface PostedPage extends BrowserPage {
  /** The origin that the browser vouches for. */
  origin: string;
}

/**
 * Takes the first page that this document's opener posts from a listing site. A message of any other window or origin is
 * ignored. `configured` is the origin that the deployment reads. A page that arrives before it is known is held: the document says
 * at once to every opener that it is ready, because the time of a later message would show whether its visitor is signed in here.
 */
export function usePostedPage(configured: string | undefined): PostedPage | undefined {
  const [posted, setPosted] = useState<PostedPage>();
  useEffect(() => {
    const opener: unknown = window.opener;
    if (!isWindow(opener)) return undefined;
    const listener = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== opener) return;
      const page = readPosted(data);
      // The page must come from the address that it names.
      if (!page || originOf(page.url) !== origin || !mayBeListing(origin, configured)) return;
      setPosted((first) => (first && mayBeListing(first.origin, configured) ? first : { ...page, origin }));
    };
    window.addEventListener('message', listener);
    return () => window.removeEventListener('message', listener);
  }, [configured]);
  useEffect(() => {
    const opener: unknown = window.opener;
    // The opener's origin is not known yet, and the message says nothing else.
    if (isWindow(opener)) opener.postMessage(readyMessage, '*');
  }, []);
  return posted && configured !== undefined && isListingOrigin(posted.origin, configured) ? posted : undefined;
}

const mayBeListing = (origin: string, configured: string | undefined) =>
  configured === undefined || isListingOrigin(origin, configured);

/** A window of another origin is a proxy, for which `instanceof Window` is false. */
const isWindow = (value: unknown): value is Window =>
  typeof value === 'object' && value !== null && 'postMessage' in value;

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined);

/** Returns the page in a message; undefined for anything else. */
export function readPosted(data: unknown): BrowserPage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { url, html, ageMs }: Partial<Record<keyof PageInTab, unknown>> = data;
  if (typeof url !== 'string' || typeof html !== 'string' || typeof ageMs !== 'number') return undefined;
  return { url, html, loadedAtMs: Date.now() - ageMs };
}
