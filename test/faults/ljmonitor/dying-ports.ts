import type { TestMonitor } from '../../unit/lambdas/ljmonitor/support/monitor-environment.ts';

/** Lets a worker pass this many awaits, then kills it. */
export class Life {
  left: number;
  constructor(left: number) {
    this.left = left;
  }
  step() {
    if (this.left-- <= 0) throw new Killed('killed');
  }
}
export class Killed extends Error {}

/** Wraps a port so that its caller may die before and after each call. */
function dyingPort<Port extends object>(port: Port, life: Life): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        life.step();
        const result: unknown = await Reflect.apply(value, target, args);
        life.step();
        return result;
      };
    },
  });
}

export const dyingPorts = ({ ports }: TestMonitor, life: Life) => ({
  ...ports,
  store: dyingPort(ports.store, life),
  limiter: dyingPort(ports.limiter, life),
  queue: dyingPort(ports.queue, life),
  // Building a URL is not asynchronous, so the worker cannot die there.
  site: { ...ports.site, page: dyingPort({ page: ports.site.page }, life).page },
});

/** Returns false when the worker was killed. */
export const unlessKilled = async (work: Promise<unknown>) => {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof Killed) return false;
    throw error;
  }
};
