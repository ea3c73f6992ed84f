import { relative } from 'node:path';

interface TestFile {
  path: string;
}

/** Folders whose tests take long: they start a whole site, send many requests, or fill a database. */
const slowFolders = [
  'faults',
  'concurrency',
  'bench',
  'deployment',
  'http',
  'infra',
  'build',
  'engines',
  'load',
  'unit/lambdas/ljmonitor',
  'unit/lambdas/auth',
];

/**
 * Starts long test files first, so that no worker is left alone with one at the end. Without this, jest goes by file size on
 * a fresh clone, where it knows no durations yet.
 */
export default class LongestFirst {
  sort(tests: TestFile[]): TestFile[] {
    return tests.toSorted((one, other) => rank(one) - rank(other) || one.path.localeCompare(other.path));
  }

  /** Jest calls this with the durations of the run. The order is fixed, so nothing is stored. */
  cacheResults() {}
}

function rank({ path }: TestFile): number {
  const name = relative(`${import.meta.dirname}/../..`, path);
  const found = slowFolders.findIndex((folder) => name.startsWith(folder));
  return found < 0 ? slowFolders.length : found;
}
