import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { apiCaller } from '../../test/support/site/caller.ts';
import { startSite } from '../../test/support/site/site.ts';
import { median, row, type Row, seconds } from '../row.ts';

export interface Stacks {
  /** From CloudFormation's last event of a start or stop to its settled log. */
  settleMs: number[];
  /** The durations of each start and stop. */
  actionMs: number[];
  /** State transitions of each start and stop. */
  transitions: number[];
  /** The number of DescribeStacks calls for one stack in a minute, including its workflow. */
  describesPerMinute: number;
  eventsPerMinute: number;
}

interface Options {
  /** The number of stacks that start and stop side by side. */
  stacks: number;
  tabs: number;
}

const pollMs = 5000;
const Control = z.object({
  calls: z.record(z.string(), z.number()),
  executions: z.array(z.object({ name: z.string(), status: z.string(), transitions: z.number() })),
});

/** Measures stacks at AWS's own pace, on the real site: everything waits as long as it would in the cloud. */
export async function measureStacks({ stacks, tabs }: Options): Promise<Stacks> {
  const names = Array.from({ length: stacks }, (_, at) => `game-${at}`);
  // The callers here do not repeat a refused call as a browser does, so none may be refused for want of an execution.
  const env = { STACK_NAMES: names.join(','), STACK_SPEED: '1', LOCAL_CONCURRENCY: '100' };
  const site = await startSite({ env });
  try {
    const call = apiCaller(site.origin, await site.signIn('Ann'));
    const detail = async (stackName: string) =>
      (await call('GET /api/minecraft_bedrock/v2/{stackName}/detail', { params: { stackName } })).data;
    const settleMs: number[] = [];
    const actionMs: number[] = [];

    async function finish(stackName: string, endStatus: string) {
      for (;;) {
        await pause(pollMs);
        const { actionLogs, lastEvents } = await detail(stackName);
        const end = lastEvents.find(
          (event) => event.resourceStatus === endStatus && event.logicalResourceId === stackName,
        );
        const [log] = actionLogs;
        if (!end || !log || log.syncStatus === 'RUNNING') continue;
        if (log.syncStatus !== 'SUCCEEDED') throw new Error(`${log.action} of ${stackName}: ${log.reason}`);
        actionMs.push(log.syncTime - log.actionTime);
        return void settleMs.push(log.syncTime - end.timestamp);
      }
    }

    const [first = ''] = names;
    const polling = new AbortController();
    const polls = Promise.all(
      Array.from({ length: tabs }, async (_, tab) => {
        await pause((tab * pollMs) / tabs);
        for (; !polling.signal.aborted; await pause(pollMs)) await detail(first);
      }),
    );
    // The failure of a tab is reported below, after the site has stopped cleanly.
    polls.catch(() => {});
    // By then every tab polls, and the count falls between two snapshots.
    await pause(1.5 * pollMs);
    const { calls: before } = Control.parse(await site.control('/stacks'));
    const began = performance.now();
    for (const stackName of names) {
      await call('POST /api/minecraft_bedrock/v2/{stackName}/start', { params: { stackName } });
      // The starts are spread out, so that the stacks end at different moments of their workflows' waits.
      await pause(700);
    }
    await Promise.all(names.map((stackName) => finish(stackName, 'CREATE_COMPLETE')));
    for (const stackName of names) {
      await call('POST /api/minecraft_bedrock/v2/{stackName}/stop', { params: { stackName } });
      await pause(700);
    }
    await Promise.all(names.map((stackName) => finish(stackName, 'DELETE_COMPLETE')));
    // The last answers were snapshots, so this moment falls between two of them again.
    await pause(pollMs / 2);
    const { calls, executions } = Control.parse(await site.control('/stacks'));
    const minutes = (performance.now() - began) / 60_000;
    polling.abort();
    await polls;
    const perMinute = (operation: string) => {
      const key = `${operation} ${first}`;
      return ((calls[key] ?? 0) - (before[key] ?? 0)) / minutes;
    };
    return {
      settleMs,
      actionMs,
      transitions: executions.filter(({ status }) => status !== 'RUNNING').map((each) => each.transitions),
      describesPerMinute: perMinute('DescribeStacks'),
      eventsPerMinute: perMinute('DescribeStackEvents'),
    };
  } finally {
    await site.stop();
  }
}

const maxDescribes = 12;
const maxSettleMs = 15_000;
/** Each snapshot of the stack, every ten seconds, takes three transitions; the workflow adds one. Short workflows cost most. */
const maxTransitions = 5;

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

export function stackRows({ settleMs, actionMs, transitions, describesPerMinute, eventsPerMinute }: Stacks): Row[] {
  const transitionsInTenSeconds = sum(transitions) / (sum(actionMs) / 10_000);
  const p95 = settleMs.toSorted((one, other) => one - other)[Math.ceil(settleMs.length * 0.95) - 1] ?? Number.NaN;
  return [
    row(
      14,
      `CloudFormation's end to a settled log, unscaled, p95 of ${settleMs.length}`,
      `${seconds(p95)} (p50 ${seconds(median(settleMs))})`,
      '≤ 15.0 s',
      p95 <= maxSettleMs,
    ),
    row(
      14,
      'describes of a stack a minute, 10 tabs and its workflow',
      `${describesPerMinute.toFixed(1)} (and ${eventsPerMinute.toFixed(1)} of its events)`,
      '≤ 12',
      describesPerMinute <= maxDescribes,
    ),
    row(
      14,
      'state transitions in ten seconds of a start or stop',
      `${transitionsInTenSeconds.toFixed(1)} (p50 of an action: ${median(transitions)})`,
      '≤ 5',
      transitionsInTenSeconds <= maxTransitions,
    ),
  ];
}
