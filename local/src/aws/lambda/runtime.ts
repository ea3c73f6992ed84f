/** The runtime of a function's thread. It loads a bundle and calls its handler. */
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { followClock } from '../../clock.ts';
import type { ClockBuffer } from '../../clock.ts';

export interface RuntimeData {
  /** The folder of the bundle. */
  code: string;
  /** The template's value: `index.handler`. */
  handler: string;
  clock: ClockBuffer;
  functionName: string;
  functionArn: string;
  memorySizeMb: number;
}

export interface InvocationMessage {
  requestId: string;
  payload: string;
  /** The value of `_X_AMZN_TRACE_ID`, which the SDK sends along with every call. */
  trace: string;
  timeoutMs: number;
}

export interface ErrorReport {
  errorType: string;
  errorMessage: string;
  trace: string[];
}

/** The first message reports that the handler is loaded. Then each invocation sends one message. */
export type RuntimeMessage = { ready: true } | { result: string } | { error: ErrorReport };

type Handler = (event: unknown, context: object) => unknown;

// Node has read the variable by now. A function sees only its own variables.
delete process.env['NODE_COMPILE_CACHE'];

const data = runtimeData(workerData);
const send = (message: RuntimeMessage) => parentPort?.postMessage(message, []);

process.setSourceMapsEnabled(true);
process.on('unhandledRejection', (reason) => {
  console.error('Unhandled Promise Rejection', reason);
  const { errorType, errorMessage, trace } = reportOf(reason);
  send({
    error: { errorType: 'Runtime.UnhandledPromiseRejection', errorMessage: `${errorType}: ${errorMessage}`, trace },
  });
});
followClock(data.clock);

try {
  const handler = load();
  parentPort?.on('message', (message: InvocationMessage) => void run(handler, message));
  send({ ready: true });
} catch (error) {
  console.error(error);
  send({ error: reportOf(error) });
}

function load(): Handler {
  const dot = data.handler.lastIndexOf('.');
  const module: unknown = createRequire(`${data.code}/`)(`./${data.handler.slice(0, dot)}.js`);
  const name = data.handler.slice(dot + 1);
  const handler: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, name) : undefined;
  if (isHandler(handler)) return handler;
  throw Object.assign(new Error(`${data.handler} is undefined or not exported`), { name: 'Runtime.HandlerNotFound' });
}

async function run(handler: Handler, { requestId, payload, trace, timeoutMs }: InvocationMessage) {
  process.env['_X_AMZN_TRACE_ID'] = trace;
  const deadline = performance.now() + timeoutMs;
  const context = {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName: data.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: data.functionArn,
    memoryLimitInMB: String(data.memorySizeMb),
    logGroupName: `/aws/lambda/${data.functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
  };
  try {
    const result = await handler(JSON.parse(payload), context);
    send({ result: JSON.stringify(result ?? null) });
  } catch (error) {
    console.error('Invoke Error', error);
    send({ error: reportOf(error) });
  }
}

function reportOf(error: unknown): ErrorReport {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

/** The host wrote the data, and a schema would take longer than the rest of a cold start, so the check is minimal. */
function runtimeData(given: unknown): RuntimeData {
  if (isRuntimeData(given)) return given;
  throw new Error('The runtime was started without its data');
}

function isRuntimeData(given: unknown): given is RuntimeData {
  return typeof given === 'object' && given !== null && 'code' in given;
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}
