import type { stackWorldApi } from 'shared-types/contract/stack';
import { gameOf } from 'shared-types/rules/stack/game';
import { isUp } from 'shared-types/rules/stack-status';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import type { ArchiveBucket, ArchiveCommand } from '../ports.ts';
import { instanceOf } from '../snapshot/snapshot.ts';
import { readSnapshot, type SnapshotPorts } from '../snapshot/snapshot-cache.ts';
import { findConfiguredStack } from '../stack-list.ts';
import type { StateStore } from '../state-store.ts';
import { asStackWorld } from './archive.ts';
import { type ChoicePorts, chooseWorld, findArchive, requireWorldRight, type WorldRightPorts } from './choose-world.ts';
import type { WorldStore } from './world-store.ts';

type WorldPorts = WorldRightPorts &
  SnapshotPorts &
  ChoicePorts & {
    store: Pick<WorldStore, 'getWorld' | 'claimCopy'> & Pick<StateStore, 'getState'>;
    sendArchiveCommand: ArchiveCommand;
    archiveBucket: Pick<ArchiveBucket, 'urlOf'>;
    newId: () => string;
  };

/** Archives of a running game are made one after the other. */
const copyIntervalMs = 60_000;

/** Returns the calls about the world of a stack. */
export function worldRoutes(ports: WorldPorts): Routes<typeof stackWorldApi> {
  const { store, now, newId } = ports;

  return {
    async getWorld({ params: { stackName } }) {
      await findConfiguredStack(ports, stackName);
      return { data: asStackWorld(await store.getWorld(stackName)) };
    },

    async archiveWorld({ params: { stackName }, user }) {
      await requireWorldRight(ports, user, stackName);
      const { lock, snapshot } = await store.getState(stackName, 0);
      if (lock.holder !== null)
        throw new AppError('conflict', `An action of ${stackName} is in progress. Wait until it ends.`);
      const { stack } = await readSnapshot(ports, stackName, snapshot);
      const instanceId = stack && isUp(stack.status) ? instanceOf(stack) : undefined;
      if (instanceId === undefined)
        throw new AppError('conflict', `${stackName} is not running. Its world was backed up when it stopped.`);
      if (!(await store.claimCopy(stackName, now().getTime(), copyIntervalMs)))
        throw new AppError('tooMany', 'A backup started less than a minute ago. Try again in a minute.', {
          retryAfterSeconds: 60,
        });
      if (!(await ports.sendArchiveCommand(instanceId, 'live', newId())))
        throw new AppError('unavailable', 'The server is not responding. Try again in a minute.', {
          retryAfterSeconds: 60,
        });
      return {};
    },

    async getArchiveUrl({ params: { stackName, archiveId }, user }) {
      const game = gameOf(await requireWorldRight(ports, user, stackName));
      return { url: await ports.archiveBucket.urlOf(stackName, game, await findArchive(ports, stackName, archiveId)) };
    },

    async chooseWorld({ params: { stackName }, body: { archiveId, settings }, user }) {
      await requireWorldRight(ports, user, stackName);
      if (archiveId !== null) {
        const archive = await findArchive(ports, stackName, archiveId);
        return chooseWorld(ports, stackName, user, {
          requestId: newId(),
          source: archiveId,
          settings: archive.settings,
        });
      }
      if (!settings) throw new AppError('invalid', 'A new world needs its settings.');
      return chooseWorld(ports, stackName, user, { requestId: newId(), source: 'new', settings });
    },

    async keepWorld({ params: { stackName }, user }) {
      await requireWorldRight(ports, user, stackName);
      return chooseWorld(ports, stackName, user, { requestId: '', source: '' });
    },
  };
}
