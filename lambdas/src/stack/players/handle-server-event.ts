import * as z from 'zod';
import { log } from '../../platform/log.ts';
import { PlayersReport, playerCountOf } from './players.ts';
import type { StackPorts } from '../ports.ts';
import { stopIdleServer } from './stop-idle-server.ts';

const Said = z.discriminatedUnion('detail-type', [
  z.object({ 'detail-type': z.literal('Idle') }),
  z.object({ 'detail-type': z.literal('Players'), detail: PlayersReport }),
]);

/** What a game server says of itself, once a minute: who plays, or that it is to be stopped because nobody does. */
export async function handleServerEvent(ports: StackPorts, event: unknown): Promise<void> {
  const said = Said.parse(event);
  if (said['detail-type'] === 'Idle') return stopIdleServer(ports, event);
  const { stackName } = said.detail;
  if (!ports.configured.some(({ name }) => name === stackName))
    return log('warn', 'players of a stack that is not configured', { key: stackName });
  return ports.store.putPlayerCount(stackName, playerCountOf(said.detail, ports.now()));
}
