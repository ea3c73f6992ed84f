import { isForAllCities, placeInCity } from 'shared-types/rules/monitor/listing-sites';
import { markupOf } from './markup.ts';

/** The address of a saved page, and the time at which it was saved, if the page says it. */
export interface SavedAddress {
  url: string;
  savedAtMs?: number;
}

/** What a page says about its own address. */
interface Signs {
  /** The address that the site itself writes into the head. */
  written?: URL | undefined;
  /** The path that the site's pager has for this page. It has every filter of the list. */
  listed?: string;
  /** The origin of the links to houses. */
  linked?: string | undefined;
}

/**
 * Finds the address of a saved page: in the note of the browser or the extension that has saved it, or in what the site has
 * written. The pager's path is used before that of the head, because a head may leave a filter or the number of the page out.
 */
export function findAddress(html: string): SavedAddress | undefined {
  const signs: Signs = {};
  let isBody = false;
  for (const { tag, comment, attributes } of markupOf(html)) {
    const note = isBody || comment === undefined ? undefined : noteIn(comment);
    if (note) return note;
    isBody ||= tag === 'body';
    if (attributes) readSigns(signs, tag, attributes);
  }
  const place = signs.written && placeOf(signs.written);
  const origin = place?.origin ?? signs.linked;
  const path = signs.listed ?? place?.path;
  return origin === undefined || path === undefined ? undefined : { url: origin + path };
}

/** Reads the comment of Chrome and its relatives, or that of the extension SingleFile. */
function noteIn(comment: string): SavedAddress | undefined {
  const text = comment.slice(0, maxNote);
  const byBrowser = /^\s*saved from url=\(\d+\)(\S+)/.exec(text)?.[1];
  const [, byExtension, saved = ''] =
    /^\s*(?:Page saved with|Archive processed by) SingleFile\s+url:\s*(\S+)(?:\s+saved date: ([^(\n]+))?/.exec(text) ??
    [];
  const url = webAddress(byBrowser ?? byExtension);
  const savedAtMs = Date.parse(saved);
  return url && { url: url.href, ...(Number.isNaN(savedAtMs) ? {} : { savedAtMs }) };
}

const maxNote = 10_000;

function readSigns(signs: Signs, tag: string, attributes: ReadonlyMap<string, string>) {
  const get = (name: string) => attributes.get(name) ?? '';
  if (tag === 'link' && /(^|\s)canonical(\s|$)/i.test(get('rel'))) signs.written ??= webAddress(get('href'));
  if (tag === 'meta') signs.written ??= webAddress(addressInMeta(get));
  if (attributes.has('page-url') && signs.listed === undefined) {
    const page = /curPage\W{1,9}(\d{1,3})(?!\d)/i.exec(get('page-data'))?.[1];
    if (page !== undefined && get('page-url').startsWith('/')) signs.listed = get('page-url').replace('{page}', page);
  }
  if (tag === 'a' && signs.linked === undefined) {
    const { origin, pathname = '' } = webAddress(get('href')) ?? {};
    if (/^\/(ershoufang|chengjiao)\/\d+\.html$/.test(pathname)) signs.linked = origin;
  }
}

/** The site names its page for telephones, too, whose address has the city and the community. */
function addressInMeta(get: (name: string) => string): string {
  if (get('property') === 'og:url' || get('name') === 'og:url') return get('content');
  return get('name') === 'mobile-agent' ? (/url=\s*(\S+)/i.exec(get('content'))?.[1] ?? '') : '';
}

/** Links may leave the protocol out. */
function webAddress(text = ''): URL | undefined {
  const address = text.startsWith('//') ? `https:${text}` : text;
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined;
}

const placeOf = (url: URL) =>
  (isForAllCities(url.host) ? placeInCity(url) : undefined) ?? { origin: url.origin, path: url.pathname + url.search };
