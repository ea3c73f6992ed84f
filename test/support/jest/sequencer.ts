import { relative } from 'node:path';

interface Test {
  path: string;
}

/** Where a test takes long: it waits for a browser, for a whole site, or for many sites one after the other. */
const slow = ['browser', 'faults', 'concurrency', 'contract', 'http', 'unit/local', 'unit/bench', 'unit/lambdas/auth'];

/**
 * Long test files begin first, so that no worker is left alone with one at the end. On a fresh clone jest knows no
 * durations; it would go by the size of a file, and the longest ones are short lists of chapters.
 */
export default class LongestFirst {
  sort(tests: Test[]): Test[] {
    return tests.toSorted((one, other) => rank(one) - rank(other) || one.path.localeCompare(other.path));
  }

  /** Jest's own way to remember durations: here nothing is remembered. */
  cacheResults() {}
}

function rank({ path }: Test): number {
  const name = relative(`${import.meta.dirname}/../..`, path);
  const found = slow.findIndex((folder) => name.startsWith(folder));
  return found < 0 ? slow.length : found;
}
