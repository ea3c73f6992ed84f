import { gameOf } from 'shared-types/rules/stack/game';
import * as z from 'zod';
import { log } from '../platform/log.ts';
import { BootReport, bootOf } from './players/boot.ts';
import type { PlayerStore } from './players/player-store.ts';
import { playerCountOf, PlayersReport } from './players/players.ts';
import { stopIdleServer } from './watch/stop-idle-server.ts';
import { type WatchPorts, watchServer } from './watch/watch-server.ts';
import { startInTime, type WeeklyPorts } from './weekly-times/start-worker.ts';
import { ArchivedEvent, ArchiveFailedEvent, WorldChangedEvent } from './worlds/archive.ts';
import { type ArchivedPorts, storeArchive } from './worlds/store-archive.ts';
import type { WorldStore } from './worlds/world-store.ts';

export type ServerEventPorts = WatchPorts &
  WeeklyPorts &
  ArchivedPorts & {
    store: Pick<PlayerStore, 'putPlayerCount' | 'putBoot'> & Pick<WorldStore, 'putFailure' | 'markApplied'>;
  };

const ServerEvent = z.discriminatedUnion('detail-type', [
  z.object({ 'detail-type': z.literal('Idle') }),
  z.object({ 'detail-type': z.literal('Watch') }),
  z.object({ 'detail-type': z.literal('Weekly') }),
  z.object({ 'detail-type': z.literal('Players'), detail: PlayersReport }),
  z.object({ 'detail-type': z.literal('Booting'), detail: BootReport }),
  z.object({ 'detail-type': z.literal('Archived'), detail: ArchivedEvent }),
  z.object({ 'detail-type': z.literal('ArchiveFailed'), detail: ArchiveFailedEvent }),
  z.object({ 'detail-type': z.literal('WorldChanged'), detail: WorldChangedEvent }),
]);

/**
 * Handles an event of a game server, of its watchdog, or of the weekly times. Once a minute the server sends its player count, or its request to
 * be stopped; news of its world come when there are any.
 */
export async function handleServerEvent(ports: ServerEventPorts, event: unknown): Promise<void> {
  const serverEvent = ServerEvent.parse(event);
  if (serverEvent['detail-type'] === 'Idle') return stopIdleServer(ports, event);
  if (serverEvent['detail-type'] === 'Watch') return watchServer(ports, event);
  if (serverEvent['detail-type'] === 'Weekly') return startInTime(ports);
  const { stackName, stackId } = serverEvent.detail;
  const configured = await ports.configured();
  const stack = configured.find(({ name }) => name === stackName);
  if (!stack) return log('warn', 'event of a stack that is not configured', { key: stackName });
  // A server may not change what is known of another one. The id of a stack is known to its own server only.
  const { lock, snapshot } = await ports.store.getState(stackName, 0);
  if (![lock.launch?.stackId, snapshot?.stackId].includes(stackId))
    return log('warn', 'news from another server', { key: stackName });
  switch (serverEvent['detail-type']) {
    case 'Players':
      return ports.store.putPlayerCount(stackName, playerCountOf(serverEvent.detail, gameOf(stack), ports.now()));
    case 'Booting':
      return ports.store.putBoot(stackName, bootOf(serverEvent.detail, ports.now()));
    case 'Archived':
      return storeArchive(ports, serverEvent.detail);
    case 'ArchiveFailed': {
      const { archiveId, reason } = serverEvent.detail;
      return ports.store.putFailure(stackName, { archiveId, reason, atMs: ports.now().getTime(), isLost: false });
    }
    case 'WorldChanged':
      return ports.store.markApplied(stackName, serverEvent.detail.requestId);
  }
}
