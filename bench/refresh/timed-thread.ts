import { Worker } from 'node:worker_threads';

interface TimedThreadProps {
  /** Files that export a `handler`, by the name under which they are called. */
  files: Record<string, string>;
  /** All that the thread's `process.env` holds. */
  environment: Record<string, string>;
}

interface Timed {
  /** The time from the call to its answer, without the transfer to the thread. */
  ms: number;
  result: unknown;
}

export type TimedThreadMessage = Timed | { error: string };

export interface TimedThread {
  /** Makes one call at a time, because each instance of a function works on one thing. */
  call(name: string, event: unknown): Promise<Timed>;
  end(): Promise<void>;
}

/** Loads handlers in a thread with an environment of its own, and times their calls there, where nothing else happens. */
export function startTimedThread({ files, environment }: TimedThreadProps): TimedThread {
  const worker = new Worker(new URL('./timed-thread-inside.ts', import.meta.url), {
    workerData: { files },
    env: environment,
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  let lastWords = '';
  worker.stdout.on('data', (chunk: Buffer) => (lastWords = chunk.toString()));
  worker.stderr.on('data', (chunk: Buffer) => (lastWords = chunk.toString()));
  let settle: (message: TimedThreadMessage) => void = ignore;
  worker.on('message', (message: TimedThreadMessage) => settle(message));
  worker.on('error', (error: Error) => settle({ error: String(error) }));

  return {
    async call(name, event) {
      const { promise, resolve } = Promise.withResolvers<TimedThreadMessage>();
      settle = resolve;
      worker.postMessage({ name, event }, []);
      const message = await promise;
      if ('error' in message) throw new Error(`${name}: ${message.error}\n${lastWords}`);
      return message;
    },
    end: async () => void (await worker.terminate()),
  };
}

const ignore = () => {};
