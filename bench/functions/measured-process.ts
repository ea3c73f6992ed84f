import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Measured = { ms: number; result: unknown; peakBytes: number } | { error: string };

export interface MeasuredProcess {
  /** One at a time. */
  call(name: string, event: unknown): Promise<{ ms: number }>;
  /** The peak memory of the process including node itself, as Lambda counts it. */
  peakBytes(): number;
  end(): Promise<void>;
}

/** The flags that Lambda's runtime passes to node for a function with 512 MB. */
const asInLambda = ['--max-semi-space-size=25', '--max-old-space-size=461'];

/** The code of the process as JavaScript: reading TypeScript takes 18 MB, which no deployed function takes. */
function inside(folder: string): string {
  const source = readFileSync(new URL('./measured-process-inside.ts', import.meta.url), 'utf8');
  const code = join(folder, 'inside.mjs');
  writeFileSync(code, stripTypeScriptTypes(source));
  return code;
}

/** Loads a function in a process with an environment of its own. */
export function startMeasuredProcess(file: string, environment: Record<string, string>): MeasuredProcess {
  const folder = mkdtempSync(join(tmpdir(), 'measured-'));
  const child = fork(inside(folder), [file], {
    env: environment,
    execArgv: asInLambda,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let peak = 0;
  let settle: (message: Measured) => void = ignore;
  child.on('message', (message: Measured) => settle(message));
  child.on('exit', (code) => settle({ error: `it ended with code ${code}` }));

  return {
    async call(name, event) {
      const { promise, resolve } = Promise.withResolvers<Measured>();
      settle = resolve;
      child.send({ event });
      const message = await promise;
      if ('error' in message) throw new Error(`${name}: ${message.error}`);
      peak = message.peakBytes;
      return message;
    },
    peakBytes: () => peak,
    async end() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const ignore = () => {};
