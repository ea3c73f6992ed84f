import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import type { GameId } from 'shared-types/rules/stack/game';
import type { StackRights } from 'shared-types/rules/stack/rights';
import { hourMs } from 'shared-types/rules/time';
import { formatFutureTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Address } from '../server/address.tsx';
import styles from './stack-detail.module.css';
import { Players, stopsForEmptiness } from '../server/players.tsx';
import { JoinLinks } from '../server/join-links.tsx';
import { StopTime } from './stop-time.tsx';
import { sensibleAction } from '../actions.ts';
import { reachableAddress } from '../address.ts';
import { isGoingDown, type StackState, stackStateOf } from '../state.ts';

interface ServerConnectionProps {
  info: StackInfo;
  game: GameId;
  running: ActionLog | undefined;
  /** The rights of the user. */
  rights: StackRights;
}

/** The address of the server, its scheduled stop and its cost. */
export function ServerConnection({ info, game, running, rights }: ServerConnectionProps) {
  const now = useNow();
  const state = stackStateOf(info.stackStatus);
  if (state === 'inReview' || state === 'rolledBack') return null;
  const address = reachableAddress({ info, running });
  const goesDown = isGoingDown(info, running);
  const stop =
    !goesDown && info.stopsAt !== null && info.stopsAt > now
      ? describeScheduledStop(
          state,
          formatFutureTime(info.stopsAt, now),
          stopsForEmptiness(info.players, info.stopsAt, now),
        )
      : undefined;
  const cost = describeCost(info, now);
  if (address === undefined && !stop && !cost) return null;
  return (
    <div className={styles.connection}>
      <Address info={info} running={running} isPrimary={sensibleAction(info, running) === undefined} />
      {address === undefined && !goesDown && state === 'starting' && (
        <span>The address appears when the server is up.</span>
      )}
      <span className={styles.price}>{cost}</span>
      {address && <JoinLinks game={game} stackName={info.stackName} address={address} />}
      <p className={styles.players}>
        <Players info={info} running={running} areNamed />
      </p>
      {stop !== undefined && (
        <div className={styles.planned}>
          <span>{stop}</span>
          {rights.start && state === 'running' && (
            <StopTime info={info} mayMoveEarlier={rights.stop} isBusy={running !== undefined} />
          )}
        </div>
      )}
    </div>
  );
}

/** Describes the cost of a stack since its creation. Undefined if its price is unknown. */
export function describeCost({ creationTime, hourlyPrice }: StackInfo, now: number): string | undefined {
  if (hourlyPrice === null) return undefined;
  const dollars = (Math.max(0, now - creationTime) / hourMs) * hourlyPrice;
  return dollars < 0.01 ? 'Less than $0.01 so far' : `About $${dollars.toFixed(2)} so far`;
}

/**
 * Describes the scheduled stop. A server that is up, or will be, also stops when it is empty; `isEarlierShown` says that the time
 * of that stop is shown, too.
 */
export function describeScheduledStop(state: StackState, at: string, isEarlierShown: boolean): string {
  if (state === 'partlyCreated' || state === 'partlyDeleted') return `Tries to stop at ${at}`;
  if (isEarlierShown) return `Stops at ${at} at the latest`;
  return `Stops at ${at}${state === 'broken' ? '' : ', earlier if empty'}`;
}
