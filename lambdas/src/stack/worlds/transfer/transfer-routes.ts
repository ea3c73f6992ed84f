import type { worldTransferApi } from 'shared-types/contract/stack/world-transfer';
import { gameOf, gameTitles } from 'shared-types/rules/stack/game';
import { maxForeignWorlds } from 'shared-types/rules/stack/world';
import { AppError } from '../../../platform/app-error.ts';
import type { Routes } from '../../../platform/http/http-handler.ts';
import type { User } from '../../../platform/http/session.ts';
import type { WorldFiles } from '../../ports.ts';
import { type Archive, isForeign, type World } from '../archive.ts';
import {
  type ChoicePorts,
  chooseWorld,
  findArchive,
  requireNoStart,
  requireWorldRight,
  type WorldRightPorts,
} from '../choose-world.ts';
import type { WorldStore } from '../world-store.ts';
import { checkWorldFile } from './world-file.ts';

export type TransferPorts = WorldRightPorts &
  ChoicePorts & {
    store: ChoicePorts['store'] & Pick<WorldStore, 'putArchive'>;
    worldFiles: WorldFiles;
    newId: () => string;
  };

/** Returns the calls that bring a world from elsewhere to a stack. */
export function transferRoutes(ports: TransferPorts): Routes<typeof worldTransferApi> {
  const { store, worldFiles, now, newId } = ports;

  /** The file is in the bucket before the list names it. */
  async function take(stackName: string, user: User, archive: Omit<Archive, 'atMs'>) {
    await store.putArchive(stackName, { ...archive, atMs: now().getTime() });
    return chooseWorld(ports, stackName, user, {
      requestId: newId(),
      source: archive.archiveId,
      settings: archive.settings,
    });
  }

  return {
    async requestWorldUpload({ body: { stackName, bytes }, user }) {
      await requireWorldRight(ports, user, stackName);
      requireRoom(stackName, await store.getWorld(stackName));
      const uploadId = newId();
      return { uploadId, form: await worldFiles.formFor(user.userId, uploadId, bytes) };
    },

    async takeUploadedWorld({ body: { stackName, uploadId, file }, user, request }) {
      request.audit({ subject: stackName });
      const game = gameOf(await requireWorldRight(ports, user, stackName));
      const world = await store.getWorld(stackName);
      // The call is sent again when its answer was lost. A server may have begun with the world by then.
      if (world.choice?.source === uploadId) return {};
      await requireNoStart(ports, stackName);
      if (!world.archives.some(({ archiveId }) => archiveId === uploadId)) requireRoom(stackName, world);
      const upload = await worldFiles.findUpload(user.userId, uploadId);
      if (!upload) throw gone();
      checkWorldFile(game, upload);
      const { bytes, etag } = upload;
      if (!(await worldFiles.keepUpload(user.userId, uploadId, etag, { stackName, archiveId: uploadId }))) throw gone();
      const about = { reason: 'upload', version: '', levelName: '', origin: file } as const;
      return take(stackName, user, { archiveId: uploadId, bytes, ...about });
    },

    async copyWorld({ body: { stackName, fromStackName, archiveId: sourceId }, user, request }) {
      request.audit({ subject: stackName });
      const game = gameOf(await requireWorldRight(ports, user, stackName));
      const fromGame = gameOf(await requireWorldRight(ports, user, fromStackName));
      if (stackName === fromStackName) throw new AppError('invalid', 'Choose another server to copy the world to.');
      if (game !== fromGame)
        throw new AppError(
          'invalid',
          `${stackName} runs ${gameTitles[game]}, which cannot open worlds of ${gameTitles[fromGame]}. Choose another server.`,
        );
      await requireNoStart(ports, stackName);
      requireRoom(stackName, await store.getWorld(stackName));
      const source = await findArchive(ports, fromStackName, sourceId);
      const archiveId = newId();
      const from = { stackName: fromStackName, archiveId: sourceId };
      if (!(await worldFiles.copy(from, { stackName, archiveId })))
        throw new AppError('notFound', 'This backup no longer exists.');
      return take(stackName, user, { ...source, archiveId, reason: 'copy', origin: fromStackName });
    },
  };
}

const gone = () => new AppError('notFound', 'The uploaded file is no longer available. Upload it again.');

/** The next archive that a server makes deletes all but the last ones, so a list without end costs too much only until then. */
function requireRoom(stackName: string, { archives }: World) {
  if (archives.filter(isForeign).length >= maxForeignWorlds)
    throw new AppError(
      'conflict',
      `${stackName} has ${maxForeignWorlds} uploaded and copied worlds already. Start it once with one of them, and the oldest are deleted.`,
    );
}
