/** Waits for something to become true; a slow machine only makes it later. */
export async function until(what: () => unknown, patienceMs = 30_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await what())) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${String(what)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
