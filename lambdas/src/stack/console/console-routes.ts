import type { stackConsoleApi } from 'shared-types/contract/stack/console';
import { isUp } from 'shared-types/rules/stack-status';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import type { User } from '../../platform/http/session.ts';
import type { GameConsole } from '../ports.ts';
import { requireRight, type RightsPorts } from '../rights/rights.ts';
import { instanceOf } from '../snapshot/snapshot.ts';
import { readSnapshot, type SnapshotPorts } from '../snapshot/snapshot-cache.ts';
import { findConfiguredStack, type StackList } from '../stack-list.ts';
import { type CommandLimitPorts, requireCommandLimit } from './command-limit.ts';
import type { PlayerListStore } from './player-list-store.ts';
import { listLines, playerListsOf } from './player-lists.ts';

type ConsolePorts = StackList &
  RightsPorts &
  SnapshotPorts &
  CommandLimitPorts & { store: PlayerListStore; gameConsole: GameConsole };

/** Returns the calls about the console of a running game. */
export function consoleRoutes(ports: ConsolePorts): Routes<typeof stackConsoleApi> {
  const { store, gameConsole } = ports;

  async function checked(stackName: string, user: User) {
    const stack = await findConfiguredStack(ports, stackName);
    await requireRight(ports, user, stackName, 'command');
    return stack;
  }

  /** Finds the instance of the running server. */
  async function findInstance(stackName: string): Promise<string | undefined> {
    const { stack } = await readSnapshot(ports, stackName);
    return stack && isUp(stack.status) ? instanceOf(stack) : undefined;
  }

  /** Returns the instance of the running server, for a user who may command it. */
  async function instanceFor(stackName: string, user: User): Promise<string> {
    await checked(stackName, user);
    const instanceId = await findInstance(stackName);
    if (instanceId === undefined) throw new AppError('conflict', `${stackName} is not running, so it has no console.`);
    return instanceId;
  }

  /** Returns the instance of the running server, for a user who may send it one more command. */
  async function takingCommand(stackName: string, user: User): Promise<string> {
    const instanceId = await instanceFor(stackName, user);
    await requireCommandLimit(ports, stackName, user.userId);
    return instanceId;
  }

  return {
    async requestLog({ params: { stackName }, user }) {
      return accepted(await gameConsole.send(await takingCommand(stackName, user), 'log'));
    },

    async sendCommand({ params: { stackName }, body: { command }, user }) {
      return accepted(await gameConsole.send(await takingCommand(stackName, user), 'command', command));
    },

    async getPlayerLists({ params: { stackName }, user }) {
      const stack = await checked(stackName, user);
      return { data: playerListsOf(await store.findPlayerLists(stackName), stack) };
    },

    async setPlayerLists({ params: { stackName }, body: { version, ...lists }, user }) {
      await checked(stackName, user);
      await requireCommandLimit(ports, stackName, user.userId);
      const stored = { ...lists, version, sentTo: null };
      if (!(await store.putPlayerLists(stackName, stored)))
        throw new AppError('conflict', 'The lists have changed in the meantime. Review them, then try again.');
      const instanceId = await findInstance(stackName);
      if (instanceId === undefined) return { commandId: null };
      // Someone may have replaced these lists already, and sent theirs.
      const readFrom = ports.now();
      const current = (await store.findPlayerLists(stackName)) ?? lists;
      // The command may be lost, so the watchdog sends the lists, too, until the game has them.
      const commandId = await gameConsole.send(instanceId, 'players', listLines(current, readFrom));
      return { commandId: commandId ?? null };
    },

    async getCommandOutput({ params: { stackName, commandId }, user }) {
      return { data: await gameConsole.outputOf(await instanceFor(stackName, user), commandId) };
    },
  };
}

function accepted(commandId: string | undefined) {
  if (commandId !== undefined) return { commandId };
  throw new AppError('unavailable', 'The server is not responding. Try again in a minute.', {
    retryAfterSeconds: 60,
  });
}
