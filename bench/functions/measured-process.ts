import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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

/** Loads a function in a process with an environment of its own. */
export function startMeasuredProcess(file: string, environment: Record<string, string>): MeasuredProcess {
  const child = fork(fileURLToPath(new URL('./measured-process-inside.ts', import.meta.url)), [file], {
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
    },
  };
}

const ignore = () => {};
