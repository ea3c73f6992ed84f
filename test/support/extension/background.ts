import { createContext, runInContext } from 'node:vm';

type Listener = (...values: never[]) => unknown;

/** A clock that jumps to the time of the next timer when pages have loaded, so that tests do not wait. */
export interface JumpingClock {
  nowMs: number;
  pagesLoaded: () => Promise<unknown>;
}

/**
 * Runs an extension's service worker in a context that has neither a window nor a document. As Chrome does, it ends the worker
 * with everything that it remembers, starts it for an event, and then gives the event only to listeners that the first run of
 * the script has added: https://developer.chrome.com/docs/extensions/develop/concepts/service-workers/lifecycle and .../events
 */
export function backgroundRunner(script: string, clock: JumpingClock) {
  let run = { listeners: new Map<string, Listener[]>(), isStarting: false, isEnded: true };
  let api: object = {};
  let endsAtTimer = false;

  function start() {
    const started = { listeners: new Map<string, Listener[]>(), isStarting: true, isEnded: false };
    run = started;
    const context = createContext({
      chrome: api,
      clock,
      console,
      URL,
      setTimeout: (callback: () => void, ms: number) => void jumpTo(clock.nowMs + ms, callback),
    });
    async function jumpTo(dueMs: number, callback: () => void) {
      started.isEnded ||= endsAtTimer;
      endsAtTimer = false;
      await clock.pagesLoaded();
      if (started.isEnded) return;
      clock.nowMs = Math.max(clock.nowMs, dueMs);
      callback();
    }
    runInContext('{ const { clock } = globalThis; Date.now = () => clock.nowMs; }', context);
    runInContext(script, context);
    started.isStarting = false;
  }

  return {
    use(given: object) {
      api = given;
    },
    start,
    /** Ends the worker without a word to it. */
    end() {
      run.isEnded = true;
    },
    isEnded: () => run.isEnded,
    endAtTimer() {
      endsAtTimer = true;
    },
    /** Gives an event to the worker's listeners, and starts the worker if it does not run. */
    dispatch(name: string, ...values: unknown[]): unknown[] {
      if (run.isEnded) start();
      return (run.listeners.get(name) ?? []).map((listener): unknown => Reflect.apply(listener, undefined, values));
    },
    event: (name: string) => ({
      addListener(listener: Listener) {
        if (!run.isStarting)
          throw new Error(`${name}: a listener that is added later misses the event of the next start`);
        run.listeners.set(name, [...(run.listeners.get(name) ?? []), listener]);
      },
    }),
    /** A call of an ended worker is answered to nothing. */
    answered<Value>(promise: Promise<Value>): Promise<Value> {
      const caller = run;
      return new Promise((resolve, reject) => {
        promise.then(
          (value) => caller.isEnded || resolve(value),
          (error: unknown) => caller.isEnded || reject(error),
        );
      });
    },
  };
}
