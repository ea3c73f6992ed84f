import type { ActionLog, PlayersSeen, StackInfo } from 'shared-types/contract/stack';
import { formatAge, formatFutureTime, formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import styles from './server.module.css';
import { hasServer, isGoingDown } from '../state.ts';
import { countPlayers, listPlayers } from '../texts.ts';

interface PlayersProps {
  info: StackInfo;
  running: ActionLog | undefined;
  /** There is room for the names of the players. */
  areNamed?: boolean;
}

/** The number of players, as the server last counted them, with their names where there is room, and the age of that count. */
export function Players({ info, running, areNamed = false }: PlayersProps) {
  const now = useNow();
  const { players, firstReport } = info;
  if (!hasServer(info.stackStatus) || isGoingDown(info, running)) return null;
  if (!players) {
    if (!firstReport || running) return null;
    return (
      <span className={firstReport.isLate ? styles.silent : undefined}>{describeFirstReport(firstReport, now)}</span>
    );
  }
  if (players.isSilent) return <span className={styles.silent}>{describeSilence(players, now)}</span>;
  return (
    <>
      {describePlayers(players, info.stopsAt, now)}
      {areNamed && describeNamed(players, now)} · counted {formatAge(players.seenAt, now)}
    </>
  );
}

/** Describes since when which players are on, after their number: ': Anna since 20:14, Bo since 20:31 and 1 more'. */
export function describeNamed({ online, named = [] }: PlayersSeen, now: number): string {
  if (!online || named.length === 0) return '';
  const names = named.map(({ name, since }) => `${name} since ${formatTime(since, now)}`);
  return `: ${online > names.length ? listPlayers(names, online) : names.join(', ')}`;
}

/** The server counts its players once a minute. A stop that an older count announced has happened, or never will. */
const maxCountAgeMs = 5 * 60_000;

/** Describes since when a server has been silent. */
export const describeSilence = ({ seenAt }: Pick<PlayersSeen, 'seenAt'>, now: number): string =>
  `The server last reported at ${formatTime(seenAt, now)}. Restart it if players cannot join. Unless it answers, it is stopped within half an hour.`;

/** Describes a server that is up and has not reported since its start. */
const describeFirstReport = ({ dueAt, isLate }: NonNullable<StackInfo['firstReport']>, now: number): string =>
  isLate
    ? `The server has not reported since its start; its first report was due at ${formatTime(dueAt, now)}. Restart it if players cannot join. Unless it answers, it is stopped within half an hour.`
    : `The server sends its first report by ${formatFutureTime(dueAt, now)}.`;

/** Returns whether a server that nobody plays on stops for that before its scheduled stop. */
export const stopsForEmptiness = (players: PlayersSeen | undefined, stopsAt: number | null, now: number): boolean =>
  players !== undefined &&
  !players.isSilent &&
  !players.online &&
  players.idleStopAt > now &&
  (stopsAt === null || players.idleStopAt < stopsAt);

/**
 * Describes the number of players, or since when the server has been empty and when it stops for that. Its scheduled stop is
 * described elsewhere.
 */
export function describePlayers(players: PlayersSeen, stopsAt: number | null, now: number): string {
  const { online, seenAt, lastPlayedAt, idleStopAt } = players;
  if (online) return countPlayers(online);
  const stop = stopsForEmptiness(players, stopsAt, now)
    ? ` · stops at ${formatFutureTime(idleStopAt, now)} unless someone joins`
    : idleStopAt <= now && now - seenAt < maxCountAgeMs
      ? ' · about to stop'
      : '';
  return online === null ? `The game is not responding${stop}` : `Empty since ${formatTime(lastPlayedAt, now)}${stop}`;
}
