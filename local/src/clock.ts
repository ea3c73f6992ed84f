import type { OnShutdown } from './startup/on-shutdown.ts';

/** The product's clock. Its time is the machine's plus an offset that tests and `/_local` move. */
export interface Clock {
  now(): number;
  advance(ms: number): void;
}

/** The clock's offset. Every thread can read it. */
export type ClockBuffer = SharedArrayBuffer;

/** Starts a clock that this thread's `Date` follows. */
export function startClock(onShutdown: OnShutdown) {
  const clock = createClock();
  onShutdown(followClock(clock.buffer));
  return clock;
}

/** All threads share one offset. Timers stay real. */
export function createClock(): Clock & { buffer: ClockBuffer } {
  const buffer = new SharedArrayBuffer(8);
  const offset = new BigInt64Array(buffer);
  const machineNow = Date.now;
  return {
    buffer,
    now: () => machineNow() + Number(Atomics.load(offset, 0)),
    advance: (ms) => void Atomics.add(offset, 0, BigInt(Math.round(ms))),
  };
}

/** Makes this thread's `Date` follow the clock. The returned function undoes it. */
export function followClock(buffer: ClockBuffer): () => void {
  const offset = new BigInt64Array(buffer);
  const MachineDate = Date;
  const machineNow = Date.now;
  const now = () => machineNow() + Number(Atomics.load(offset, 0));
  MachineDate.now = now;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, given: [] | [number]) => (given.length === 0 ? new target(now()) : new target(...given)),
    apply: (target) => new target(now()).toString(),
  });
  return () => {
    MachineDate.now = machineNow;
    globalThis.Date = MachineDate;
  };
}
