import { ActionLog, StackAction, StackEvent } from 'shared-types/contract/stack';
import * as z from 'zod';
import { schemaReader, type StoredItem } from '../platform/dynamodb/item.ts';
import type { Action, StackCreation, StackLock } from './actions/action.ts';
import type { PlayerCount } from './players/players.ts';
import type { EventsSnapshot, StackSnapshot, Stack } from './snapshot/snapshot.ts';

export const stackPk = (stackName: string) => `STACK#${stackName}`;

/** Rows as they are read: what an older version did not write has a default. */
const ActionRow = z.object({
  actionId: z.string(),
  stackName: z.string(),
  action: StackAction,
  by: z.string().default(''),
  actionTimeMs: z.number(),
  syncStatus: ActionLog.shape.syncStatus,
  syncTimeMs: z.number(),
  reason: z.string().nullable().default(null),
  lastGoneMs: z.number().nullable().default(null),
}) satisfies z.ZodType<Action>;

const LaunchRow = z.object({
  actionId: z.string(),
  stackId: z.string(),
  stopsAtMs: z.number().nullable().default(null),
}) satisfies z.ZodType<StackCreation>;

const LockRow = z.object({
  holder: z.string().nullable().default(null),
  leaseUntilMs: z.number().default(0),
  launch: LaunchRow.nullable().default(null),
}) satisfies z.ZodType<StackLock>;

const StackRow = z.object({
  stackId: z.string(),
  stackName: z.string(),
  status: z.string(),
  statusReason: z.string().nullable().default(null),
  creationTimeMs: z.number(),
  updateTimeMs: z.number().nullable().default(null),
  outputs: z.array(z.object({ outputKey: z.string(), outputValue: z.string() })).default([]),
  launchedBy: z.string().nullable().default(null),
}) satisfies z.ZodType<Stack>;

const SightRow = z.object({
  seenAtMs: z.number(),
  stack: StackRow.nullable(),
  stackId: z.string().nullable().default(null),
}) satisfies z.ZodType<StackSnapshot>;

const EventsRow = z.object({
  seenAtMs: z.number(),
  events: z.array(StackEvent),
}) satisfies z.ZodType<EventsSnapshot>;

const PlayersRow = z.object({
  seenAtMs: z.number(),
  stackId: z.string(),
  online: z.number().nullable(),
  lastPlayedAtMs: z.number(),
  idleMinutes: z.number(),
}) satisfies z.ZodType<PlayerCount>;

export const readAction = schemaReader(ActionRow);
export const readEventsItem = schemaReader(EventsRow);
export const readPlayerCount = schemaReader(PlayersRow);
const readLock = schemaReader(LockRow);
const readSight = schemaReader(SightRow);

const SpoiledLockRow = z.object({
  holder: LockRow.shape.holder.catch(null),
  leaseUntilMs: LockRow.shape.leaseUntilMs.catch(0),
  launch: LockRow.shape.launch.catch(null),
});

/** Of one that cannot be read, what can. Else it would be in everybody's way for ever: nothing else takes it away. */
export const readLockItem = (row: StoredItem | undefined): StackLock | undefined =>
  row && (readLock(row) ?? SpoiledLockRow.parse(row));

/** A row that was only claimed so far says nothing. */
export const sightOf = (row: StoredItem | undefined) => (row?.['seenAtMs'] === undefined ? undefined : readSight(row));
