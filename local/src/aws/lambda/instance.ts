import { Worker } from 'node:worker_threads';
import { FunctionError } from './functions.ts';
import type { ErrorReport, InvocationMessage, RuntimeData, RuntimeMessage } from './runtime.ts';

interface InstanceProps {
  data: RuntimeData;
  environment: Record<string, string>;
  compiledDir: string;
  maxLoadMs: number;
  write: (line: string) => void;
}

/** An execution environment: a thread that runs one invocation at a time until it dies or is ended. */
export interface Instance {
  /** Returns false when the thread has ended or must not be reused. */
  alive(): boolean;
  /** Returns whether the handler could be loaded, as soon as that is known. */
  isLoaded(): Promise<boolean>;
  invoke(invocation: InvocationMessage): Promise<string>;
  end(): Promise<void>;
}

export function startInstance({ data, environment, compiledDir, maxLoadMs, write }: InstanceProps): Instance {
  const worker = new Worker(new URL('./runtime.ts', import.meta.url), {
    workerData: data,
    env: { ...environment, NODE_COMPILE_CACHE: compiledDir },
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: data.memorySizeMb },
  });
  for (const stream of [worker.stdout, worker.stderr]) eachLine(stream, write);

  let alive = true;
  let settle: (message: RuntimeMessage) => void = ignore;
  worker.on('message', (message: RuntimeMessage) => {
    // After a runtime error the state of the thread is unknown, even between two invocations.
    if ('error' in message && message.error.errorType.startsWith('Runtime.')) alive = false;
    settle(message);
  });
  worker.on('error', (error: Error) =>
    dead({ errorType: 'Runtime.ExitError', errorMessage: error.message, trace: (error.stack ?? '').split('\n') }),
  );
  worker.on('exit', (code) =>
    dead({ errorType: 'Runtime.ExitError', errorMessage: `Runtime exited with error: exit status ${code}`, trace: [] }),
  );

  function dead(error: ErrorReport) {
    if (alive) write([`${error.errorType}: ${error.errorMessage}`, ...error.trace].join('\n'));
    alive = false;
    settle({ error });
  }

  /** Returns the thread's next message. When none arrives in time, the thread is ended. */
  const answer = (timeoutMs: number, late: () => ErrorReport) =>
    new Promise<RuntimeMessage>((resolve) => {
      const timer = setTimeout(() => {
        dead(late());
        void worker.terminate();
      }, timeoutMs);
      settle = (message) => {
        clearTimeout(timer);
        settle = ignore;
        resolve(message);
      };
    });

  const ready = answer(maxLoadMs, () => ({
    errorType: 'Sandbox.Timedout',
    errorMessage: `The function was not loaded within ${maxLoadMs / 1000} seconds`,
    trace: [],
  })).then((message) => {
    if ('error' in message) alive = false;
    return message;
  });

  return {
    alive: () => alive,
    isLoaded: async () => !('error' in (await ready)),
    async invoke(invocation) {
      const loaded = await ready;
      if ('error' in loaded) throw asError(loaded.error);
      const answered = answer(invocation.timeoutMs, () => timedOut(invocation));
      worker.postMessage(invocation, []);
      const message = await answered;
      if ('error' in message) throw asError(message.error);
      return 'result' in message ? message.result : 'null';
    },
    async end() {
      alive = false;
      dead({ errorType: 'Runtime.ExitError', errorMessage: 'The instance was ended', trace: [] });
      await worker.terminate();
    },
  };
}

const ignore = () => {};

const asError = ({ errorType, errorMessage, trace }: ErrorReport) => new FunctionError(errorType, errorMessage, trace);

const timedOut = ({ requestId, timeoutMs }: InvocationMessage): ErrorReport => ({
  errorType: 'Sandbox.Timedout',
  errorMessage: `RequestId: ${requestId} Error: Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`,
  trace: [],
});

function eachLine(stream: NodeJS.ReadableStream, write: (line: string) => void) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (words: string) => {
    const lines = (rest + words).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) write(line);
  });
  stream.on('end', () => rest && write(rest));
}
