import * as z from 'zod';
import { log } from '../../platform/log.ts';
import type { ServerEventPorts } from '../ports.ts';
import { playerCountOf, PlayersReport } from './players.ts';
import { stopIdleServer } from './stop-idle-server.ts';

const ServerEvent = z.discriminatedUnion('detail-type', [
  z.object({ 'detail-type': z.literal('Idle') }),
  z.object({ 'detail-type': z.literal('Players'), detail: PlayersReport }),
]);

/** Handles an event of a game server, which comes once a minute: its player count, or its request to be stopped. */
export async function handleServerEvent(ports: ServerEventPorts, event: unknown): Promise<void> {
  const serverEvent = ServerEvent.parse(event);
  if (serverEvent['detail-type'] === 'Idle') return stopIdleServer(ports, event);
  const { stackName } = serverEvent.detail;
  const configured = await ports.configured();
  if (!configured.some(({ name }) => name === stackName))
    return log('warn', 'players of a stack that is not configured', { key: stackName });
  return ports.store.putPlayerCount(stackName, playerCountOf(serverEvent.detail, ports.now()));
}
