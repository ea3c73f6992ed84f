import { setTimeout as wait } from 'node:timers/promises';
import { queueDepths } from 'local/control/queues';
import type { TestCloud } from '../aws/cloud.ts';
import type { Fault } from '../aws/faults.ts';
import { expectInvariants } from './invariants.ts';

/** Something that people do with the site, to be done while AWS fails. */
export interface Scenario {
  /** Makes everything ready, undisturbed, and gives what is to be disturbed. Each time something of its own. */
  begin: () => Promise<{
    /** What people do. A person whom the site fails tries again: see `insist`. */
    act: () => Promise<void>;
    /** Whether everything that this has set going has come to its end. Asked now and then, as a page asks. */
    isOver: () => Promise<boolean>;
    /** What must be the case in the end. */
    check: () => Promise<void>;
  }>;
}

/** Longer than the longest lease and the time for which a queue hides what a worker has begun. */
const laterMs = 200_000;
// Many: on a busy machine a whole round may pass before a worker has had its turn.
const mostRounds = 20;

/** Runs a scenario while these faults happen, lets time heal, and checks. Gives what has happened by the script. */
export async function disturb(cloud: TestCloud, scenario: Scenario, ...faults: Fault[]): Promise<string[]> {
  const { act, isOver, check } = await scenario.begin();
  cloud.faults.script(...faults);
  try {
    await act();
    await over(cloud, isOver);
    const struck = cloud.faults.struck();
    cloud.faults.script();
    await check();
    await over(cloud, async () => true);
    await expectInvariants(cloud);
    return struck;
  } catch (error) {
    const struck = [...new Set(cloud.faults.struck())].join(', ');
    throw new Error(`With ${JSON.stringify(faults)}, which struck ${struck || 'nothing'}`, { cause: error });
  } finally {
    cloud.faults.script();
  }
}

/** Runs it once for each call that the fault fits, until there is no further one. Gives which they were. */
export async function disturbInTurn(cloud: TestCloud, scenario: Scenario, fault: Fault): Promise<string[]> {
  const all: string[] = [];
  for (let nth = 1; ; nth++) {
    const struck = await disturb(cloud, scenario, { ...fault, nth });
    if (struck.length === 0) return all;
    all.push(...struck.slice(0, 1));
  }
}

/**
 * The same by places instead of numbers: at every place of the product that the fault fits, once. One run takes several
 * of them, so far apart that what was begun between two of them comes to its end.
 */
export async function disturbEverywhere(cloud: TestCloud, scenario: Scenario, fault: Fault): Promise<string[]> {
  const all: string[] = [];
  for (const places = new Set<string>(); ;) {
    const struck = await disturb(cloud, scenario, { ...fault, places });
    if (struck.length === 0) return all;
    all.push(...struck);
  }
}

/** Tries again as long as the site says that it is its own fault, as a person does. */
export async function insist<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
      if (status < 500 || tries === mostTries) throw error;
      await wait(50);
    }
  }
}

const mostTries = 10;

/**
 * Looks until it is over and no message is left. When nothing is at work and nothing waits for work, only time can help:
 * leases run out, and what a dead worker had begun is handed out again.
 */
async function over({ app: { cloud }, control }: TestCloud, isOver: () => Promise<boolean>) {
  // The dead letters lead nowhere.
  const resources = cloud.resources.filter(({ properties }) => 'RedrivePolicy' in properties);
  const depths = queueDepths({ ...cloud, resources });
  for (let round = 0; round < mostRounds; round++) {
    for (let looks = 0, all = 0; looks < looksAtRest; await wait(30)) {
      if (++all === looksAtWork) await control('/clock', { advanceMs: aWhileMs });
      if (cloud.functions.running() > 0) continue;
      const queues = await depths();
      if (queues.some(({ waiting, delayed }) => waiting + delayed > 0)) continue;
      const isDone = await isOver().catch(() => false);
      if (isDone && queues.every(({ inFlight }) => inFlight === 0)) return;
      looks++;
    }
    await control('/clock', { advanceMs: laterMs });
  }
  throw new Error('It never ends.');
}

/** Who is still at work then waits for something. It is shorter than any lease, which a slow machine may need. */
const looksAtWork = 40;
const aWhileMs = 20_000;

/** A message may just be on its way from its queue to its worker. */
const looksAtRest = 3;
