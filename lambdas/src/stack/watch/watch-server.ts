import { hasFailed, isUp } from 'shared-types/rules/stack-status';
import * as z from 'zod';
import { log } from '../../platform/log.ts';
import type { PlayerListStore } from '../console/player-list-store.ts';
import { dueLists, listLines } from '../console/player-lists.ts';
import { untoldNews } from '../news/server-news.ts';
import { dueWarning } from '../news/stop-warning.ts';
import { type TellPorts, tellServer } from '../news/tell-server.ts';
import { withTold } from '../news/told-news.ts';
import type { PlayerStore } from '../players/player-store.ts';
import type { GameConsole, MachineState, ReportCommand, WarningCommand } from '../ports.ts';
import { instanceOf } from '../snapshot/snapshot.ts';
import { readSnapshot } from '../snapshot/snapshot-cache.ts';
import { readStored } from '../workflow/read-state.ts';
import { isDead, silenceStep, silentSinceMs } from './silence.ts';
import { type StopPorts, stopServer } from './stop-idle-server.ts';

interface LossPorts {
  /** Asks EC2 about an instance. */
  machineState: (instanceId: string) => Promise<MachineState>;
  reportCommand: Pick<ReportCommand, 'isTaken'>;
}

interface ListPorts {
  gameConsole: GameConsole;
  wait: (ms: number) => Promise<void>;
}

export type WatchPorts = StopPorts &
  TellPorts &
  ListPorts &
  LossPorts & {
    store: Pick<PlayerStore, 'putSilence'> & Pick<PlayerListStore, 'markSent'>;
    reportCommand: Pick<ReportCommand, 'ask'>;
    warnPlayers: WarningCommand;
  };

/** The event of the watchdog, a rule of each server's own template. So it exists only while the stack does. */
const WatchEvent = z.object({ detail: z.object({ stackName: z.string(), stackId: z.string() }) });

/**
 * Looks at the age of a server's last report. A silent server is told once and asked to report. It is stopped when EC2 says that
 * its machine is dead, when it does not take a command either, or after half an hour. Players are warned before a scheduled stop. A new server gets the lists of players. An action
 * that died is taken up again. News about the server is told.
 */
export async function watchServer(ports: WatchPorts, event: unknown): Promise<void> {
  const { stackName, stackId } = WatchEvent.parse(event).detail;
  const stack = (await ports.configured()).find(({ name }) => name === stackName);
  if (!stack) return log('warn', 'watched stack is not configured', { key: stackName });
  const readFrom = ports.now();
  const state = await readStored(ports, stackName, 1);
  const now = ports.now();
  const step = silenceStep(state, stackId, now);
  const warning = dueWarning(state, stackId, now);
  const lists = dueLists(state.playerLists, stackId);
  let { told } = state;
  const untold = untoldNews(state, { stackName, stackId, silentSinceMs: silentSinceMs(step, state) }, now);
  if (step.kind === 'none' && warning === undefined && !lists && untold.length === 0) return undefined;
  const { stack: current } = await readSnapshot(ports, stackName, state.snapshot);
  if (current?.stackId !== stackId) return undefined;
  const instanceId = instanceOf(current);
  if (step.kind === 'stop' || step.kind === 'wake') {
    if (!isUp(current.status) && !hasFailed(current.status)) return undefined;
    if (await isLost(ports, step, instanceId)) return stopServer(ports, stack, 'silence');
  }
  if (!isUp(current.status)) return undefined;
  if (step.kind === 'tell') {
    const toldAtMs = now.getTime();
    // The watchdog's events may arrive twice.
    if (!(await ports.store.putSilence(stackName, { stackId, lastWordMs: step.lastWordMs, toldAtMs })))
      return undefined;
    log('error', 'game server is silent', { key: stackName });
  }
  if (instanceId !== undefined) {
    if (warning && (await ports.warnPlayers(instanceId, warning.minutes))) {
      told = withTold(told, stackId, [warning.warningId]);
      await ports.store.putTold(stackName, told);
    }
    // The answer of a silent server is its next report.
    if (step.kind === 'tell' || step.kind === 'wake') await ports.reportCommand.ask(instanceId);
    if (lists && (await hasTaken(ports, instanceId, listLines(lists, readFrom))))
      await ports.store.markSent(stackName, lists, stackId);
  }
  // It comes last: the server is looked after also when its news cannot be told.
  return tellServer(ports, current, told, untold);
}

/** A game takes lists within two or three seconds, or within half a minute when it has to look each name up elsewhere. */
const listTries = 40;
const tryPauseMs = 1000;

/** Sends the lists of players, and tells whether the game has them. Otherwise they are sent again in a minute. */
async function hasTaken({ gameConsole, wait }: ListPorts, instanceId: string, lines: string): Promise<boolean> {
  const commandId = await gameConsole.send(instanceId, 'players', lines);
  if (commandId === undefined) return false;
  try {
    for (let tries = 0; tries < listTries; tries += 1) {
      await wait(tryPauseMs);
      const { state } = await gameConsole.outputOf(instanceId, commandId);
      if (state !== 'pending') return state === 'done';
    }
  } catch (error) {
    log('warn', 'fate of the lists unknown', { key: instanceId, error });
  }
  return false;
}

/**
 * A silent server is lost when EC2 says so, when it does not take a command either, or when it has been silent for half an
 * hour. A server that takes commands may have players until then: only its reports do not arrive.
 */
async function isLost(
  { machineState, reportCommand }: LossPorts,
  step: Parameters<typeof isDead>[0],
  instanceId: string | undefined,
): Promise<boolean> {
  if (instanceId === undefined) return step.kind === 'stop';
  if (step.kind === 'stop' && step.evenIfItTakesCommands) return true;
  if (isDead(step, await machineState(instanceId))) return true;
  return step.kind === 'stop' && !(await reportCommand.isTaken(instanceId));
}
