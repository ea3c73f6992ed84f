import type { StackEvent } from 'shared-types/contract/stack';
import { AppError } from '../../platform/app-error.ts';
import type { Stack, StackReader } from '../ports.ts';
import { areEventsFinal, isFresh, isRecent, maxAgeMs, snapshotOf, type StackSnapshot } from './snapshot.ts';
import type { SnapshotStore } from './snapshot-store.ts';

interface Clock {
  now: () => Date;
  wait: (ms: number) => Promise<void>;
}

export interface SnapshotPorts extends Clock {
  store: Pick<SnapshotStore, 'findSnapshot' | 'acquireSnapshotLease' | 'putSnapshot'>;
  stacks: Pick<StackReader, 'findStack'>;
}

export interface EventsPorts extends Clock {
  store: Pick<SnapshotStore, 'findEvents' | 'acquireEventsLease' | 'putEvents'>;
  stacks: Pick<StackReader, 'listEvents'>;
}

const retryMs = 250;
/** Longer than a lease: when its holder has failed, the next reader acquires it. */
const maxWaitMs = maxAgeMs + 2 * retryMs;
export const maxEvents = 50;

/**
 * Reads a stack from the cache, which asks CloudFormation once every five seconds for all readers. Throws `unavailable`
 * when another reader has no answer within the wait.
 */
export function readSnapshot(
  { store, stacks, now, wait }: SnapshotPorts,
  stackName: string,
  known?: StackSnapshot,
  waitMs = maxWaitMs,
): Promise<StackSnapshot> {
  return singleFlight({
    known,
    waitMs,
    find: () => store.findSnapshot(stackName),
    acquireLease: () => store.acquireSnapshotLease(stackName, now().getTime()),
    async load(previous) {
      // A snapshot is as old as its question, because the answer may miss later changes.
      const at = now();
      const snapshot = snapshotOf(await stacks.findStack(stackName), previous, at);
      await store.putSnapshot(stackName, snapshot);
      return snapshot;
    },
    now,
    wait,
  });
}

/** Reads a stack's events from the cache, newest first. The final events of a stack are never loaded again. */
export async function readEvents(
  { store, stacks, now, wait }: EventsPorts,
  stackId: string,
  stack: Stack | null,
): Promise<StackEvent[]> {
  const known = await store.findEvents(stackId);
  if (known && areEventsFinal(known, stack)) return known.events;
  const { events } = await singleFlight({
    known,
    waitMs: maxWaitMs,
    find: () => store.findEvents(stackId),
    acquireLease: () => store.acquireEventsLease(stackId, now().getTime()),
    async load() {
      const seenAtMs = now().getTime();
      const loaded = { seenAtMs, events: await stacks.listEvents(stackId, maxEvents) };
      await store.putEvents(stackId, loaded);
      return loaded;
    },
    now,
    wait,
  });
  return events;
}

interface SingleFlight<Value> extends Clock {
  known: Value | undefined;
  waitMs: number;
  find(): Promise<Value | undefined>;
  acquireLease(): Promise<boolean>;
  load(previous: Value | undefined): Promise<Value>;
}

/** The reader that acquires the lease loads the value; all others wait for it or take a recent one. */
async function singleFlight<Value extends { seenAtMs: number }>(flight: SingleFlight<Value>): Promise<Value> {
  let value = flight.known ?? (await flight.find());
  for (let waitedMs = 0; waitedMs < flight.waitMs; waitedMs += retryMs) {
    if (value && isFresh(value, flight.now())) return value;
    if (await flight.acquireLease()) return flight.load(value);
    if (value && isRecent(value, flight.now())) return value;
    await flight.wait(retryMs);
    value = await flight.find();
  }
  throw notResponding();
}

export const notResponding = () =>
  new AppError('unavailable', 'CloudFormation is not responding. Try again in a moment.', { retryAfterSeconds: 5 });
