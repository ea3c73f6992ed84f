import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Measured = { ms: number; result: unknown; peakBytes: number } | { liveBytes: number } | { error: string };

/** `event` calls the function, `collect` collects the garbage. */
export type Request = { event: unknown } | { collect: true };

export interface MeasuredProcess {
  /** Makes one call at a time. */
  call(name: string, event: unknown): Promise<{ ms: number }>;
  /** Returns the peak memory of the process including node itself, as Lambda counts it. */
  peakBytes(): number;
  /**
   * Returns the memory of what the code holds, after a collection of garbage: the peak depends on when node collects
   * it.
   */
  liveBytes(): Promise<number>;
  end(): Promise<void>;
}

/** Returns the flags that Lambda's runtime passes to node: a tenth of the memory for new objects, in two halves. */
function flagsInLambda(memoryMb: number): string[] {
  const newSpace = Math.floor(memoryMb / 10);
  const semiSpace = Math.floor(newSpace / 2);
  return ['--expose-gc', `--max-semi-space-size=${semiSpace}`, `--max-old-space-size=${memoryMb - newSpace}`];
}

/** Builds the code of the process as JavaScript: reading TypeScript takes 18 MB, which no deployed function takes. */
function inside(folder: string): string {
  const source = readFileSync(new URL('./measured-process-inside.ts', import.meta.url), 'utf8');
  const code = join(folder, 'inside.mjs');
  writeFileSync(code, stripTypeScriptTypes(source));
  return code;
}

/** Loads a function in a process with an environment of its own. */
export function startMeasuredProcess(
  file: string,
  { environment, memoryMb }: { environment: Record<string, string>; memoryMb: number },
): MeasuredProcess {
  const folder = mkdtempSync(join(tmpdir(), 'measured-'));
  const child = fork(inside(folder), [file], {
    env: environment,
    execArgv: flagsInLambda(memoryMb),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let peak = 0;
  let settle: (message: Measured) => void = ignore;
  child.on('message', (message: Measured) => settle(message));
  child.on('exit', (code) => settle({ error: `it ended with code ${code}` }));

  async function ask(name: string, request: Request) {
    const { promise, resolve } = Promise.withResolvers<Measured>();
    settle = resolve;
    child.send(request);
    const message = await promise;
    if ('error' in message) throw new Error(`${name}: ${message.error}`);
    return message;
  }

  return {
    async call(name, event) {
      const message = await ask(name, { event });
      if (!('ms' in message)) throw new Error(`${name}: it was not called`);
      peak = message.peakBytes;
      return message;
    },
    async liveBytes() {
      const message = await ask('live bytes', { collect: true });
      if (!('liveBytes' in message)) throw new Error('its memory was not measured');
      return message.liveBytes;
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
