import type { Clock, ClockBuffer } from './cloud.ts';

/** The product's clock: one offset to the machine's, shared by all threads. Timers stay real. */
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

/** Makes this thread's `Date` follow the clock. The function that it returns undoes it. */
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
