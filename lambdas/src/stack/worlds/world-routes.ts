import type { NewWorldSettings, stackWorldApi } from 'shared-types/contract/stack';
import { isUp } from 'shared-types/rules/stack-status';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import type { User } from '../../platform/http/session.ts';
import { findConfiguredStack, requireAccess } from '../access.ts';
import type { WorldPorts } from '../ports.ts';
import { readSnapshot } from '../snapshot/snapshot-cache.ts';
import { type Archive, asStackWorld, instanceOf } from './archive.ts';

/** Archives of a running game are made one after the other. */
const copyIntervalMs = 60_000;

/** The calls about the world of a stack. */
export function worldRoutes(ports: WorldPorts): Routes<typeof stackWorldApi> {
  const { store, now, newId } = ports;

  async function checked(stackName: string, user: User) {
    await findConfiguredStack(ports, stackName);
    await requireAccess(ports, user);
  }

  async function findArchive(stackName: string, archiveId: string): Promise<Archive> {
    const found = (await store.getWorld(stackName)).archives.find((archive) => archive.archiveId === archiveId);
    if (!found) throw new AppError('notFound', 'This backup no longer exists.');
    return found;
  }

  async function choose(
    stackName: string,
    user: User,
    chosen: { requestId: string; source: string },
    settings: NewWorldSettings | null = null,
  ) {
    const choice = { ...chosen, by: user.name, atMs: now().getTime(), settings, isApplied: chosen.requestId === '' };
    if (!(await store.putChoice(stackName, choice)))
      throw new AppError('conflict', 'Another world was chosen at the same time. Look at the list and choose again.');
    return {};
  }

  return {
    async getWorld({ params: { stackName } }) {
      await findConfiguredStack(ports, stackName);
      return { data: asStackWorld(await store.getWorld(stackName)) };
    },

    async archiveWorld({ params: { stackName }, user }) {
      await checked(stackName, user);
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
      await checked(stackName, user);
      return { url: await ports.archiveBucket.urlOf(stackName, await findArchive(stackName, archiveId)) };
    },

    async chooseWorld({ params: { stackName }, body: { archiveId, settings }, user }) {
      await checked(stackName, user);
      if (archiveId !== null) {
        await findArchive(stackName, archiveId);
        return choose(stackName, user, { requestId: newId(), source: archiveId });
      }
      if (!settings) throw new AppError('invalid', 'A new world needs its settings.');
      return choose(stackName, user, { requestId: newId(), source: 'new' }, settings);
    },

    async keepWorld({ params: { stackName }, user }) {
      await checked(stackName, user);
      return choose(stackName, user, { requestId: '', source: '' });
    },
  };
}
