import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Execution = z.object({
  arn: z.string(),
  machineArn: z.string(),
  name: z.string(),
  input: z.string(),
  status: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']),
  startMs: z.number(),
  stopMs: z.number().nullable(),
  output: z.string().nullable(),
  error: z.string().nullable(),
  cause: z.string().nullable(),
  transitions: z.number(),
  /** The state that follows the current wait. */
  next: z.object({ state: z.string(), input: z.json(), wakeAtMs: z.number() }),
});
export type Execution = z.infer<typeof Execution>;

const State = z.object({ executions: z.array(Execution) });

const maxEndedExecutions = 500;

/** Keeps all executions in one file, which every write replaces as a whole. */
export function openExecutionStore(dataDir: string) {
  const folder = join(dataDir, 'step-functions');
  const file = join(folder, 'executions.json');
  mkdirSync(folder, { recursive: true });
  const executions = load(file);
  return {
    executions,
    save() {
      const ended = executions.filter(({ status }) => status !== 'RUNNING');
      for (const old of ended.slice(0, -maxEndedExecutions)) executions.splice(executions.indexOf(old), 1);
      writeFileSync(`${file}.new`, JSON.stringify({ executions }));
      renameSync(`${file}.new`, file);
    },
  };
}

function load(file: string): Execution[] {
  try {
    return State.parse(JSON.parse(readFileSync(file, 'utf8'))).executions;
  } catch {
    return [];
  }
}
