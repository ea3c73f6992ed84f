import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { Functions } from '../lambda/functions.ts';
import { parseJson } from '../../json.ts';
import type { Machine } from './definition.ts';
import { runToNextWait } from './run.ts';
import { type Execution, openExecutionStore } from './execution-store.ts';

interface ExecutionsProps {
  machines: Machine[];
  functions: Pick<Functions, 'invoke'>;
  clock: Pick<Clock, 'now'>;
  speed: number;
  dataDir: string;
}

export interface Executions {
  all(): readonly Execution[];
  /** Continues the executions of an earlier start. */
  resume(): void;
  start(machine: Machine, name: string, input: string): Execution;
  stop(execution: Execution, error: string | null, cause: string | null): void;
  close(): Promise<void>;
}

/** The clock may jump, so no sleep is longer than this. */
const maxSleepMs = 200;

/** Runs executions. After a restart they continue from their last wait, so a step may run twice. */
export function createExecutions({ machines, functions, clock, speed, dataDir }: ExecutionsProps): Executions {
  const store = openExecutionStore(dataDir);
  const running = new Map<Execution, { stopping: AbortController; done: Promise<void> }>();
  let isClosed = false;

  function end(execution: Execution, result: Partial<Execution>) {
    // A stopped or timed-out execution has ended already.
    if (execution.status !== 'RUNNING') return;
    Object.assign(execution, result, { stopMs: clock.now() });
    store.save();
  }

  function drive(execution: Execution, machine: Machine) {
    // A call that was on its way may start an execution while the site ends. The next site resumes it.
    if (isClosed) return;
    const stopping = new AbortController();
    const { signal } = stopping;
    const deadlineMs = execution.startMs + machine.timeoutSeconds * 1000;

    async function sleep(untilMs: number) {
      for (let left = untilMs - clock.now(); left > 0 && !signal.aborted; left = untilMs - clock.now())
        await pause(Math.min(left, maxSleepMs), undefined, { signal }).catch(() => {});
    }

    async function runToEnd() {
      while (!signal.aborted) {
        await sleep(Math.min(execution.next.wakeAtMs, deadlineMs));
        if (signal.aborted) return;
        if (clock.now() >= deadlineMs) return end(execution, { status: 'TIMED_OUT' });
        const result = await runToNextWait({
          machine,
          from: execution.next,
          functions,
          speed,
          now: () => clock.now(),
          onTransition: () => void execution.transitions++,
          signal,
        });
        if (signal.aborted) return;
        switch (result.kind) {
          case 'paused':
            execution.next = result.pause;
            store.save();
            break;
          case 'succeeded':
            return end(execution, { status: 'SUCCEEDED', output: JSON.stringify(result.output) });
          case 'failed':
            return end(execution, { status: 'FAILED', error: result.error, cause: result.cause });
        }
      }
    }

    const done = runToEnd().finally(() => running.delete(execution));
    running.set(execution, { stopping, done });
  }

  return {
    all: () => store.executions,

    resume() {
      for (const execution of store.executions) {
        const machine = machines.find(({ arn }) => arn === execution.machineArn);
        if (machine && execution.status === 'RUNNING') drive(execution, machine);
      }
    },

    start(machine, name, input) {
      const nowMs = clock.now();
      const execution: Execution = {
        arn: `${machine.arn.replace(':stateMachine:', ':execution:')}:${name}`,
        machineArn: machine.arn,
        name,
        input,
        status: 'RUNNING',
        startMs: nowMs,
        stopMs: null,
        output: null,
        error: null,
        cause: null,
        transitions: 0,
        next: { state: machine.startAt, input: parseJson(input), wakeAtMs: nowMs },
      };
      store.executions.push(execution);
      store.save();
      drive(execution, machine);
      return execution;
    },

    stop(execution, error, cause) {
      end(execution, { status: 'ABORTED', error, cause });
      running.get(execution)?.stopping.abort();
    },

    async close() {
      isClosed = true;
      const all = [...running.values()];
      for (const { stopping } of all) stopping.abort();
      await Promise.all(all.map(({ done }) => done));
    },
  };
}
