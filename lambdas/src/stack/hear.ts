import * as z from 'zod';
import { notePlayers } from './players.ts';
import type { StackPorts } from './ports.ts';
import { stopIdle } from './stop-idle.ts';

const Said = z.object({ 'detail-type': z.enum(['Idle', 'Players']) });

/** What a game server says of itself, once a minute: who plays, or that it is to be stopped because nobody does. */
export async function hear(ports: StackPorts, event: unknown): Promise<void> {
  const { 'detail-type': type } = Said.parse(event);
  await (type === 'Idle' ? stopIdle(ports, event) : notePlayers(ports, event));
}
