import { ExecutionError, StateMachine } from 'aws-local-stepfunctions';
import { FunctionError, type Functions } from '../lambda/functions.ts';
import type { Json } from '../../json.ts';
import { objectOf, textOf } from '../../json.ts';
import type { Machine, Wait } from './definition.ts';

/** A wait of an execution: the next state, its input and its time. */
export interface Pause {
  state: string;
  input: Json;
  wakeAtMs: number;
}

export type RunResult =
  | { kind: 'paused'; pause: Pause }
  | { kind: 'succeeded'; output: Json }
  | { kind: 'failed'; error: string; cause: string };

interface RunProps {
  machine: Machine;
  from: { state: string; input: Json };
  functions: Pick<Functions, 'invoke'>;
  speed: number;
  now: () => number;
  /** Called for each state that is entered and for each retry. AWS charges for these. */
  onTransition: () => void;
  signal: AbortSignal;
}

const maxTimerMs = 2 ** 31 - 1;

/**
 * Runs the engine to the next wait or to the end. The engine does not wait itself, because a wait follows the product's
 * clock and outlives this process.
 */
export async function runToNextWait(props: RunProps): Promise<RunResult> {
  const { machine, from, functions, speed, now, onTransition, signal } = props;
  const { waits, tasks, definition } = machine;
  // The definition was parsed more strictly than the engine's own validation would.
  const engine = new StateMachine({ ...definition, StartAt: from.state }, { validationOptions: { noValidate: true } });
  const callFunction = (functionArn: string) => (input: Json) =>
    functions.invoke(functionArn, input).catch((error: unknown) => {
      throw taskError(error);
    });
  const execution = engine.run(from.input, {
    overrides: {
      taskResourceLocalHandlers: Object.fromEntries([...tasks].map(([name, arn]) => [name, callFunction(arn)])),
      waitTimeOverrides: Object.fromEntries([...waits.keys()].map((name) => [name, maxTimerMs])),
    },
    noThrowOnAbort: true,
  });
  const abort = () => execution.abort();
  signal.addEventListener('abort', abort);

  async function watch(): Promise<Pause | undefined> {
    let pause: Pause | undefined;
    for await (const event of execution.eventLogs) {
      if (event.type === 'StateEntered' || event.type === 'StateRetried') onTransition();
      const wait = event.type === 'StateEntered' ? waits.get(event.state.name) : undefined;
      if (!wait || event.type !== 'StateEntered') continue;
      pause = { state: wait.Next, input: event.state.input, wakeAtMs: wakeTime(wait, event.state.input, now(), speed) };
      execution.abort();
    }
    return pause;
  }

  try {
    const [output, pause] = await Promise.all([execution.result, watch()]);
    return pause ? { kind: 'paused', pause } : { kind: 'succeeded', output };
  } catch (error) {
    return failureOf(error);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** A number of seconds is divided by the speed. A timestamp is not. */
function wakeTime(wait: Wait, input: Json, nowMs: number, speed: number): number {
  if ('Seconds' in wait) return nowMs + (wait.Seconds * 1000) / speed;
  if ('SecondsPath' in wait) return nowMs + (Number(valueAt(wait.SecondsPath, input)) * 1000) / speed;
  const time = Date.parse(textOf(valueAt(wait.TimestampPath, input)));
  if (Number.isNaN(time)) throw new Error(`${wait.TimestampPath} is no timestamp`);
  return time;
}

/** Waits use only paths of the form `$.name`. */
const valueAt = (path: string, input: Json) => objectOf(input)[path.replace(/^\$\./, '')];

/** Converts a function's failure to the error that Step Functions reports. */
function taskError(error: unknown): Error {
  if (!(error instanceof FunctionError)) return Object.assign(new Error(String(error)), { name: 'Lambda.Unknown' });
  const { errorType, message, trace } = error;
  // The error of Lambda itself, unlike that of the function, has the service's name before its own.
  if (isOfLambda(errorType)) return Object.assign(new Error(message), { name: `Lambda.${errorType}` });
  return Object.assign(new Error(JSON.stringify({ errorMessage: message, errorType, trace })), { name: errorType });
}

const isOfLambda = (errorType: string) => errorType === 'TooManyRequestsException';

function failureOf(error: unknown): RunResult {
  const cause: unknown = error instanceof ExecutionError ? error.cause : error;
  return cause instanceof Error
    ? { kind: 'failed', error: cause.name, cause: cause.message }
    : { kind: 'failed', error: 'States.Runtime', cause: String(cause) };
}
