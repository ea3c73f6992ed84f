import type { StackEvent } from 'shared-types/contract/stack';
import { AppError } from '../../platform/app-error.ts';
import type { StackPorts } from '../ports.ts';
import { areEventsFinal, maxAgeMs, isFresh, isRecent, type StackSnapshot, snapshotOf, type Stack } from './snapshot.ts';

type LookPorts = Pick<StackPorts, 'store' | 'stacks' | 'now' | 'wait'>;

const retryMs = 250;
/** Longer than a claim holds: after one who asked in vain, or died over it, the next one asks for himself. */
const maxRetries = maxAgeMs / retryMs + 2;
export const maxEvents = 50;

/** What CloudFormation says of a stack, asked once for all who look within five seconds. */
export function readSnapshot(
  { store, stacks, now, wait }: LookPorts,
  stackName: string,
  known?: StackSnapshot,
): Promise<StackSnapshot> {
  return singleFlight({
    known,
    find: async () => (await store.getState(stackName, 0)).snapshot,
    claim: () => store.acquireSnapshotLease(stackName, now().getTime()),
    async ask(before) {
      // The time before the question: what others see meanwhile is newer.
      const at = now();
      const sight = snapshotOf(await stacks.findStack(stackName), before, at);
      await store.putSnapshot(stackName, sight);
      return sight;
    },
    now,
    wait,
  });
}

/** A stack's events, newest first. Those of a stack at rest are asked for once. */
export async function readEvents(
  { store, stacks, now, wait }: LookPorts,
  stackId: string,
  stack: Stack | null,
): Promise<StackEvent[]> {
  const known = await store.findEvents(stackId);
  if (known && areEventsFinal(known, stack)) return known.events;
  const { events } = await singleFlight({
    known,
    find: () => store.findEvents(stackId),
    claim: () => store.acquireEventsLease(stackId, now().getTime()),
    async ask() {
      const seenAtMs = now().getTime();
      const sight = { seenAtMs, events: await stacks.listEvents(stackId, maxEvents) };
      await store.putEvents(stackId, sight);
      return sight;
    },
    now,
    wait,
  });
  return events;
}

interface Shared<Seen> {
  known: Seen | undefined;
  find(): Promise<Seen | undefined>;
  claim(): Promise<boolean>;
  ask(before: Seen | undefined): Promise<Seen>;
  now: () => Date;
  wait: (ms: number) => Promise<void>;
}

/** One of those who look asks, the others take what it has found. */
async function singleFlight<Seen extends { seenAtMs: number }>(of: Shared<Seen>): Promise<Seen> {
  let seen = of.known ?? (await of.find());
  for (let tries = 0; tries < maxRetries; tries++) {
    if (seen && isFresh(seen, of.now())) return seen;
    if (await of.claim()) return of.ask(seen);
    if (seen && isRecent(seen, of.now())) return seen;
    await of.wait(retryMs);
    seen = await of.find();
  }
  throw new AppError('unavailable', 'CloudFormation does not answer. Try again in a moment.', { retryAfterSeconds: 5 });
}
