import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import type { GameId } from 'shared-types/rules/stack/game';
import { formatFutureTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Address, JoinLinks, reachableAddress } from './address.tsx';
import styles from './stack-detail.module.css';
import { Players } from './players.tsx';
import { StopTime } from '../stop-time/stop-time.tsx';
import { isGoingDown, stackStateOf } from '../status/stack-state.ts';
import { describeCost, describeScheduledStop } from './messages.ts';
import * as texts from './messages.ts';

interface ServerConnectionProps {
  info: StackInfo;
  game: GameId;
  running: ActionLog | undefined;
  mayMove: boolean;
}

/** The address of the server, its scheduled stop and its cost. */
export function ServerConnection({ info, game, running, mayMove }: ServerConnectionProps) {
  const now = useNow();
  const state = stackStateOf(info.stackStatus);
  if (state === 'inReview' || state === 'rolledBack') return null;
  const address = reachableAddress({ info, running });
  const goesDown = isGoingDown(info, running);
  const stop =
    !goesDown && info.stopsAt !== null && info.stopsAt > now
      ? describeScheduledStop(state, formatFutureTime(info.stopsAt, now))
      : undefined;
  const aside = [stop, describeCost(info, now)].filter(Boolean).join(' · ');
  if (address === undefined && !aside) return null;
  return (
    <div className={styles.connection}>
      <Address info={info} running={running} />
      {address === undefined && !goesDown && state === 'starting' && <span>{texts.addressFollows}</span>}
      <span className={styles.price}>{aside}</span>
      <JoinLinks game={game} info={info} running={running} />
      <p className={styles.players}>
        <Players info={info} running={running} />
      </p>
      {mayMove && !goesDown && state === 'running' && <StopTime info={info} isBusy={running !== undefined} />}
    </div>
  );
}
