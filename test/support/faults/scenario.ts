import { setTimeout as wait } from 'node:timers/promises';
import { queueDepths } from 'local/control/queues';
import { laterMs, pollsWhileIdle, type TestCloud } from '../aws/cloud.ts';
import type { Fault } from '../aws/faults.ts';
import { expectInvariants } from './invariants.ts';

/** A use of the site, which runs while AWS fails. */
export interface Scenario {
  /** Prepares new data without faults, and returns the part that runs with faults. */
  begin: () => Promise<{
    /** The calls of the user, who retries them: see `retryWhileFailing`. */
    act: () => Promise<void>;
    /** True once all work has ended. It is called now and then, as a page polls. */
    isOver: () => Promise<boolean>;
    /** Expects the final state. */
    check: () => Promise<void>;
  }>;
}

// On a busy machine a whole round may pass before a worker runs.
const maxRounds = 20;

/** Runs a scenario with these faults, waits until all work has ended, and checks. Returns the failed calls. */
export async function runWithFaults(cloud: TestCloud, scenario: Scenario, ...faults: Fault[]): Promise<string[]> {
  const { act, isOver, check } = await scenario.begin();
  cloud.faults.script(...faults);
  try {
    await act();
    await waitUntilOver(cloud, isOver);
    const failed = cloud.faults.failed();
    cloud.faults.script();
    await check();
    await waitUntilOver(cloud, async () => true);
    await expectInvariants(cloud);
    return failed;
  } catch (error) {
    const failed = [...new Set(cloud.faults.failed())].join(', ');
    throw new Error(`With ${JSON.stringify(faults)}, which failed ${failed || 'no call'}`, { cause: error });
  } finally {
    cloud.faults.script();
  }
}

/** Runs the scenario once for each call that the fault matches. Returns these calls. */
export async function runWithFaultAtEachCall(cloud: TestCloud, scenario: Scenario, fault: Fault): Promise<string[]> {
  const all: string[] = [];
  for (let nth = 1; ; nth++) {
    const failed = await runWithFaults(cloud, scenario, { ...fault, nth });
    if (failed.length === 0) return all;
    all.push(...failed.slice(0, 1));
  }
}

/**
 * Applies the fault once at each call site that it matches. One run has several faults, with enough calls between them
 * for the work in progress to end. A third one could meet the step that two have met, and the product gives up a step that
 * fails three times.
 */
export async function runWithFaultAtEachSite(cloud: TestCloud, scenario: Scenario, fault: Fault): Promise<string[]> {
  const all: string[] = [];
  for (const places = new Set<string>(); ;) {
    const failed = await runWithFaults(cloud, scenario, { ...fault, places, atMost: 2 });
    if (failed.length === 0) return all;
    all.push(...failed);
  }
}

/** Retries as long as the site answers with a server error, as a user does. */
export async function retryWhileFailing<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
      if (status < 500 || tries === maxTries) throw error;
      await wait(50);
    }
  }
}

const maxTries = 10;

/**
 * Waits until the scenario is over and no message is left. When no function runs and no message waits, it moves the time
 * on, so that leases expire and the messages of crashed workers return.
 */
async function waitUntilOver({ app: { cloud }, control }: TestCloud, isOver: () => Promise<boolean>) {
  // Dead-letter queues have no worker.
  const resources = cloud.resources.filter(({ properties }) => 'RedrivePolicy' in properties);
  const depths = queueDepths({ ...cloud, resources });
  for (let round = 0; round < maxRounds; round++) {
    for (let looks = 0, all = 0; looks < pollsWhileIdle; await wait(30)) {
      if (++all === maxLooksWhileRunning) await control('/clock', { advanceMs: stepMs });
      const queues = await depths();
      const isWorking = cloud.functions.running() > 0 || queues.some(({ waiting, delayed }) => waiting + delayed > 0);
      if (isWorking) {
        looks = 0;
        continue;
      }
      const isDone = await isOver().catch(() => false);
      if (isDone && queues.every(({ inFlight }) => inFlight === 0)) return;
      looks++;
    }
    await control('/clock', { advanceMs: laterMs });
  }
  throw new Error('The scenario does not end.');
}

/** After this number of looks the functions that still run wait for a time. The step is shorter than any lease. */
const maxLooksWhileRunning = 40;
const stepMs = 20_000;
