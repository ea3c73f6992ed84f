import { maxHousesOfQuery } from 'shared-types/rules/limits';
import type { NewsRules } from 'shared-types/rules/notify/news-rules';
import { shareLines } from 'shared-types/rules/notify/share-lines';
import { newsTopics } from 'shared-types/rules/notify/topics';
import type { News, NewsCause, NewsEntry, NewsGroup } from '../../platform/news/news.ts';
import { joinGroups, joinHouses, leaveOutStopped, selectGroups } from './select.ts';
import { textsOf } from './texts.ts';

/** Some services have no room for a longer title beside their text, and no screen shows more. */
const maxTitleBytes = 200;

/** The parts of a message that a channel shows. */
export interface Message {
  /** A repeated attempt has the same id, so that a service that can replaces the message. */
  id: string;
  title: string;
  text: string;
  /** The page of the site with the news. */
  url: string;
}

export interface MessageLimits {
  /** The most bytes of the text. */
  textBytes: number;
  /** Whether each entry has its own link. */
  hasLinks: boolean;
}

/** Some services have no room for a longer link beside their text. Thirty ids of a listing site have 389 characters. */
const maxIdsLength = 500;

/** The numbers of lines that are tried until the text is short enough. */
const lineCounts = [30, 20, 12, 6, 3, 1];

const toolPages: Record<News['tool'], string> = {
  ljmonitor: '/ljmonitor',
  stack: '/stack',
  chat: '/chat',
  account: '/auth',
};

interface Reader {
  userId: string;
  rules: NewsRules;
  /** The site's own address, for links. */
  origin: string;
  nowMs: number;
}

/** Composes one message of all this news, oldest first. Undefined when the person wants to hear none of it, or all of it is over. */
export function composeMessage(
  news: readonly News[],
  { id, ...reader }: Reader & { id: string },
  limits: MessageLimits,
): Message | undefined {
  const told = leaveOutStopped(joinHouses(news, reader.rules.topics)).flatMap((each) => {
    const groups = selectGroups(each, reader);
    return groups.length > 0 ? [{ ...each, groups }] : [];
  });
  const groups = joinGroups(told.flatMap((each) => each.groups));
  if (groups.length === 0) return undefined;
  const tools = new Set(told.map(({ tool }) => tool));
  // A house of several news is told in the last of them, and the link to it reaches back to the first.
  const sinceMs = Math.min(...news.filter(({ tool }) => tool === 'ljmonitor').map((each) => each.sinceMs ?? 0));
  const page = tools.size === 1 ? pageOf([...tools][0] ?? 'ljmonitor', groups, sinceMs) : '/';
  const url = `${reader.origin}${page}`;
  const title = cutBytes(titleOf(groups, reader.rules), maxTitleBytes);
  return { id, title, text: textWithin(groups, { ...reader, url }, limits), url };
}

/** Returns the page with the news: the list of these houses, or the only server or conversation. */
function pageOf(tool: News['tool'], groups: readonly NewsGroup[], sinceMs: number): string {
  const entries = groups.flatMap((group) => group.entries);
  if (tool !== 'ljmonitor') {
    const [page = toolPages[tool], ...others] = new Set(entries.map(({ url }) => url));
    return others.length > 0 ? toolPages[tool] : page;
  }
  const houseIds = new Set(entries.flatMap(({ houseId }) => houseId ?? []));
  if (houseIds.size === 0) return toolPages[tool];
  const ids = [...houseIds].join(',');
  if (houseIds.size <= maxHousesOfQuery && ids.length <= maxIdsLength) return `${toolPages[tool]}?houseIds=${ids}`;
  // A house that is sold may have been read when it was removed.
  const query = new URLSearchParams();
  if (!entries.some(({ topic }) => topic === 'sold')) {
    query.set('unread', 'true');
    // Unread houses of earlier news are not these.
    if (sinceMs > 0) query.set('since', String(sinceMs - 1));
  }
  for (const { groupId } of groups) if (groupId !== null && groups.length <= 20) query.append('resblockId', groupId);
  return query.size === 0 ? toolPages[tool] : `${toolPages[tool]}?${query.toString()}`;
}

function titleOf(groups: readonly NewsGroup[], { language }: NewsRules): string {
  const { headline, comma } = textsOf[language];
  const parts = newsTopics.flatMap((topic) => {
    const having = groups.filter(({ entries }) => entries.some((entry) => entry.topic === topic));
    if (having.length === 0) return [];
    const count = having.reduce((sum, { entries }) => sum + entries.filter((each) => each.topic === topic).length, 0);
    return [headline(topic, { count, names: having.map(({ name }) => name).join(comma) })];
  });
  return parts.join(comma);
}

type Reading = Reader & { url: string };

function textWithin(groups: readonly NewsGroup[], reading: Reading, limits: MessageLimits): string {
  for (const lines of lineCounts) {
    const text = textOf(groups, reading, lines, limits.hasLinks);
    if (Buffer.byteLength(text) <= limits.textBytes) return text;
  }
  return cutBytes(textOf(groups, reading, 1, false), limits.textBytes);
}

function textOf(groups: readonly NewsGroup[], reading: Reading, lines: number, hasLinks: boolean): string {
  const shares = shareLines(
    groups.map(({ entries }) => entries.length),
    lines,
  );
  const { more: moreText } = textsOf[reading.rules.language];
  const sections = groups.map(({ name, entries }, index) => {
    const shown = entries.slice(0, shares[index]);
    const left = entries.length - shown.length;
    const texts = shown.map((entry) => `${lineOf(entry, reading)}${hasLinks ? linkOf(entry, reading) : ''}`);
    return [...(name === '' ? [] : [name]), ...texts, ...(left > 0 ? [moreText(left)] : [])].join('\n');
  });
  return sections.join('\n\n');
}

function lineOf({ topic, title, cause, price, before, atMs, untilMs }: NewsEntry, { rules, nowMs }: Reading): string {
  const { language, timeZone } = rules;
  const { labels, priceWas, priceNotShown, advice, stopsAt, happenedAt, comma } = textsOf[language];
  const parts = [
    topic === 'sold' && price === undefined ? `${labels[topic]}${comma}${priceNotShown}` : labels[topic],
    ...(price === undefined ? [] : [`${price} 万`]),
    ...(before === undefined ? [] : [priceWas(before)]),
    ...(topic === 'serverStopping' && untilMs !== undefined ? [stopsAt(timeOf(untilMs, timeZone))] : []),
    ...(cause === undefined ? [] : [sentenceOf(cause, rules, nowMs)]),
    ...(title === '' ? [] : [title]),
    ...(atMs === undefined ? [] : [happenedAt(dayAndTimeOf(atMs, timeZone))]),
    ...(advice[topic] === undefined ? [] : [advice[topic]]),
  ];
  return parts.join(' ');
}

/** Returns the sentence that says why something has happened. */
function sentenceOf(cause: NewsCause, { language, timeZone }: NewsRules, nowMs: number): string {
  const { sitePaused, actionFailed, answerFailed, channelEnds, space } = textsOf[language];
  if (cause.kind === 'channelFailed') return `${cause.problem[language]}${space}${channelEnds[cause.end]}`;
  if (cause.kind === 'actionFailed') return actionFailed[cause.action];
  if (cause.kind === 'answerFailed') return answerFailed(cause.sentence);
  const { refusal, untilMs } = cause;
  return sitePaused(refusal, dayAndTimeOf(untilMs, timeZone), untilMs <= nowMs);
}

/** Returns the link below an entry, unless the whole message has it. */
function linkOf({ url }: NewsEntry, { origin, url: ofMessage }: Reading): string {
  if (url === undefined) return '';
  const link = url.startsWith('/') ? `${origin}${url}` : url;
  return link === ofMessage ? '' : `\n${link}`;
}

const timeOf = (ms: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(ms);

/** As in '2026-03-01 20:00', which people of both languages read. */
const dayAndTimeOf = (ms: number, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(ms);

/** Cuts a text to this number of bytes, between characters. */
export function cutBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let cut = '';
  let used = Buffer.byteLength('…');
  for (const character of text) {
    used += Buffer.byteLength(character);
    if (used > bytes) break;
    cut += character;
  }
  return `${cut}…`;
}
