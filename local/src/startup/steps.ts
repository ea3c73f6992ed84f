/** Runs one part of the start and prints how long it took. */
export type Step = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

export const timedSteps =
  (log: (line: string) => void): Step =>
  async (name, work) => {
    const start = performance.now();
    const result = await work();
    log(`  ${name.padEnd(18)}${((performance.now() - start) / 1000).toFixed(1)} s`);
    return result;
  };
