import type { GameId } from 'shared-types/rules/stack/game';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { Unfolded } from '../detail/unfolded.tsx';
import * as texts from './messages.ts';

const ConsolePanel = onDemand(() => import('./console-panel.tsx'));
const PlayerListsPanel = onDemand(() => import('./player-lists.tsx'));

/** The console of the running game, and the players who may join it. */
export const Console = ({ stackName, game, isRunning }: { stackName: string; game: GameId; isRunning: boolean }) => (
  <>
    {isRunning && (
      <Unfolded title={texts.gameConsole}>
        <ConsolePanel stackName={stackName} />
      </Unfolded>
    )}
    <Unfolded title={texts.players}>
      <PlayerListsPanel stackName={stackName} game={game} />
    </Unfolded>
  </>
);
