import type { NewsLanguage } from 'shared-types/rules/notify/topics';
import type { Message } from './message.ts';
import { textsOf } from './texts.ts';

export const atomType = 'application/atom+xml; charset=utf-8';

export const feedPathOf = (feedToken: string) => `/api/notify/feed/${feedToken}`;

/** A message in a feed. */
export interface FeedEntry extends Message {
  atMs: number;
}

interface Feed {
  /** The address of the feed itself. */
  url: string;
  /** The site's own address. */
  origin: string;
  /** The id of the feed's channel, which no secret is part of. */
  channelId: string;
  language: NewsLanguage;
  /** Newest first. */
  entries: readonly FeedEntry[];
  now: Date;
}

/** Writes a feed as RFC 4287 describes. */
export function atomFeed({ url, origin, channelId, language, entries, now }: Feed): string {
  const { host } = new URL(origin);
  // Tag URIs are permanent, other than addresses: RFC 4151.
  const idOf = (name: string) => `tag:${host},2026:${name}`;
  const updated = new Date(entries[0]?.atMs ?? now.getTime()).toISOString();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    element('title', textsOf[language].feedTitle),
    element('id', idOf(`feed/${channelId}`)),
    element('updated', updated),
    `<author>${element('name', host)}</author>`,
    `<link rel="self" href="${escaped(url)}"/>`,
    `<link rel="alternate" href="${escaped(`${origin}/`)}"/>`,
    ...entries.map((entry) => entryOf(entry, idOf(`news/${entry.id}`))),
    '</feed>',
    '',
  ].join('\n');
}

const entryOf = ({ title, text, url, atMs }: FeedEntry, id: string) =>
  [
    '<entry>',
    element('title', title),
    element('id', id),
    element('updated', new Date(atMs).toISOString()),
    `<link rel="alternate" href="${escaped(url)}"/>`,
    `<content type="text">${escaped(text)}</content>`,
    '</entry>',
  ].join('');

const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML has no way to write most control characters and halves of surrogate pairs: w3.org/TR/xml, section 2.2. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
