const concurrency = 16;

/** Runs the same work for each value, at most 16 at a time. */
export async function forEachConcurrently<Value>(
  values: readonly Value[],
  work: (value: Value) => Promise<unknown>,
): Promise<void> {
  const waiting = values.values();
  const workers = Array.from({ length: Math.min(concurrency, values.length) }, async () => {
    for (const value of waiting) await work(value);
  });
  await Promise.all(workers);
}
