import { minuteMs } from 'shared-types/rules/time';
import { stackPage } from 'shared-types/rules/stack/page';
import type { News, NewsEntry } from '../../platform/news/news.ts';
import type { Action, StackLock } from '../actions/action.ts';
import type { PlayerCount } from '../players/players.ts';
import { warningMinutes } from './stop-warning.ts';
import type { ToldNews } from './told-news.ts';

/** Returns the news about one server. Its id is the same whenever it is told again. */
const serverNews = (stackName: string, newsId: string, atMs: number, entry: Omit<NewsEntry, 'url'>): News => ({
  newsId: `stack-${newsId}`,
  tool: 'stack',
  userId: null,
  atMs,
  groups: [
    {
      groupId: null,
      name: stackName,
      entries: [{ ...entry, url: stackPage(stackName) }],
    },
  ],
});

/** A stop that fails is tried again. It is told once. */
export const failedNews = (
  { stackName, actionId, action }: Pick<Action, 'stackName' | 'actionId' | 'action'>,
  reason: string,
  now: Date,
): News =>
  serverNews(stackName, `failed-${actionId}`, now.getTime(), {
    topic: 'serverFailed',
    // The reason is mostly in the words of AWS, so the message begins with a sentence of its own.
    title: reason,
    cause: { kind: 'actionFailed', action },
  });

/**
 * A server that has stopped is up no more. Nobody is told this news, which is over from the beginning, but a message that is sent
 * later leaves out what the server told before it.
 */
export const stoppedNews = ({ stackName, actionId }: Pick<Action, 'stackName' | 'actionId'>, now: Date): News =>
  serverNews(stackName, `stopped-${actionId}`, now.getTime(), { topic: 'serverUp', title: '', untilMs: 0 });

interface ServerState {
  lock: StackLock;
  players: PlayerCount | undefined;
  told: ToldNews | undefined;
}

interface Watched {
  stackName: string;
  stackId: string;
  /** The last report of a server that is silent now; undefined for a server that is not. */
  silentSinceMs: number | undefined;
}

/** Returns the news about a running server that was not told yet. */
export function untoldNews(
  { lock: { launch, holder }, players, told }: ServerState,
  { stackName, stackId, silentSinceMs }: Watched,
  now: Date,
): News[] {
  if (launch?.stackId !== stackId) return [];
  const nowMs = now.getTime();
  const stopsAtMs = launch.stopsAtMs ?? Infinity;
  // The first report says that the game answers, and ends with the server.
  const untilMs = launch.stopsAtMs ?? undefined;
  const online = players?.stackId === stackId ? players.online : null;
  const make = (newsId: string, entry: Pick<NewsEntry, 'topic' | 'untilMs'>) =>
    serverNews(stackName, `${newsId}-${stackId}`, nowMs, { title: '', ...entry });
  const isStopping = holder === null && stopsAtMs > nowMs && stopsAtMs <= nowMs + warningMinutes[0] * minuteMs;
  const all = [
    ...(online === null ? [] : [make('up', { topic: 'serverUp', untilMs })]),
    ...(online === null || online === 0 ? [] : [make('played', { topic: 'firstPlayer', untilMs })]),
    ...(isStopping ? [make(`stopping-${stopsAtMs}`, { topic: 'serverStopping', untilMs })] : []),
    ...(silentSinceMs === undefined ? [] : [make(`silent-${silentSinceMs}`, { topic: 'serverSilent' })]),
  ];
  const before = told?.stackId === stackId ? told.newsIds : [];
  return all.filter(({ newsId }) => !before.includes(newsId));
}
