import { ActionLog, StackAction, StackEvent } from 'shared-types/contract/stack';
import * as z from 'zod';
import { schemaReader, type StoredItem } from '../platform/dynamodb/item.ts';
import type { Action, StackCreation, StackLock } from './actions/action.ts';
import type { StoredPlayerLists } from './console/player-lists.ts';
import type { ToldNews } from './state-store.ts';
import type { Boot } from './players/boot.ts';
import type { PlayerCount, Silence } from './players/players.ts';
import type { EventsSnapshot, StackSnapshot, Stack } from './snapshot/snapshot.ts';

export const stackPk = (stackName: string) => `STACK#${stackName}`;

// These are the stored items of a stack. An attribute that older versions did not write has a default.

const ActionItem = z.object({
  actionId: z.string(),
  stackName: z.string(),
  action: StackAction,
  by: z.string().default(''),
  userId: z.string().nullable().default(null),
  actionTimeMs: z.number(),
  syncStatus: ActionLog.shape.syncStatus,
  syncTimeMs: z.number(),
  reason: z.string().nullable().default(null),
  lastGoneMs: z.number().nullable().default(null),
  stopsAtMs: z.number().nullable().default(null),
}) satisfies z.ZodType<Action>;

const StackCreationItem = z.object({
  actionId: z.string(),
  stackId: z.string(),
  stopsAtMs: z.number().nullable().default(null),
}) satisfies z.ZodType<StackCreation>;

const LockItem = z.object({
  holder: z.string().nullable().default(null),
  leaseUntilMs: z.number().default(0),
  launch: StackCreationItem.nullable().default(null),
}) satisfies z.ZodType<StackLock>;

const StackItem = z.object({
  stackId: z.string(),
  stackName: z.string(),
  status: z.string(),
  statusReason: z.string().nullable().default(null),
  creationTimeMs: z.number(),
  updateTimeMs: z.number().nullable().default(null),
  outputs: z.array(z.object({ outputKey: z.string(), outputValue: z.string() })).default([]),
  launchedBy: z.string().nullable().default(null),
}) satisfies z.ZodType<Stack>;

const SnapshotItem = z.object({
  seenAtMs: z.number(),
  stack: StackItem.nullable(),
  stackId: z.string().nullable().default(null),
}) satisfies z.ZodType<StackSnapshot>;

const EventsItem = z.object({
  seenAtMs: z.number(),
  events: z.array(StackEvent),
}) satisfies z.ZodType<EventsSnapshot>;

const PlayersItem = z.object({
  seenAtMs: z.number(),
  stackId: z.string(),
  online: z.number().nullable(),
  lastPlayedAtMs: z.number(),
  idleMinutes: z.number(),
}) satisfies z.ZodType<PlayerCount>;

const BootItem = z.object({
  stackId: z.string(),
  startedMs: z.number(),
  endsMs: z.array(z.number()),
  keptImage: z.boolean().default(false),
  keptGame: z.object({ version: z.string(), atMs: z.number() }).nullable().default(null),
}) satisfies z.ZodType<Boot>;

const SilenceItem = z.object({
  stackId: z.string(),
  lastWordMs: z.number(),
  toldAtMs: z.number(),
}) satisfies z.ZodType<Silence>;

const PlayerListsItem = z.object({
  version: z.number(),
  isAllowListOn: z.boolean(),
  allowed: z.array(z.string()),
  operators: z.array(z.string()),
  sentTo: z.string().nullable().default(null),
}) satisfies z.ZodType<StoredPlayerLists>;

const ToldItem = z.object({ stackId: z.string(), newsIds: z.array(z.string()) }) satisfies z.ZodType<ToldNews>;

export const readPlayerLists = schemaReader(PlayerListsItem);
export const readAction = schemaReader(ActionItem);
export const readEventsItem = schemaReader(EventsItem);
export const readPlayerCount = schemaReader(PlayersItem);
export const readBoot = schemaReader(BootItem);
export const readSilence = schemaReader(SilenceItem);
export const readTold = schemaReader(ToldItem);
const readWholeLock = schemaReader(LockItem);
const readCompleteSnapshot = schemaReader(SnapshotItem);

const DamagedLockItem = z.object({
  holder: LockItem.shape.holder.catch(null),
  leaseUntilMs: LockItem.shape.leaseUntilMs.catch(0),
  launch: LockItem.shape.launch.catch(null),
});

/** Reads the readable parts of a damaged lock. Without them no action could begin, because nothing else repairs it. */
export const readLock = (item: StoredItem | undefined): StackLock | undefined =>
  item && (readWholeLock(item) ?? DamagedLockItem.parse(item));

/** An item that has only a lease so far holds no snapshot. */
export const readSnapshotItem = (item: StoredItem | undefined): StackSnapshot | undefined =>
  item?.['seenAtMs'] === undefined ? undefined : readCompleteSnapshot(item);
