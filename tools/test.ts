/**
 * `npm test`, `npm run test:core` and `npm run test:deep` run their steps one after the other and end with one line that
 * counts all tests. CONTRIBUTING.md says what each of them proves.
 *
 * A failed test runs once more, alone. If it passes then, it is flaky: it is listed at the end and kept with its first error in
 * `.cache/flaky.txt`. The deep tests have no second run. After `npm test`, the next suite also fails when a function of the app
 * was granted an action that no test of both has used.
 *
 * Arguments are passed on to jest, for example `npm run test:deep -- test/load`, and then nothing else runs.
 */
import { join } from 'node:path';
import { buildIfChanged, functionBundles, webApp } from 'local/build/build-cache';
import { forgetUnused, hasNotes, unusedEverywhere } from '../test/support/aws/unused-grants.ts';
import { flakyReport, runSteps, type Step } from './suite/run-steps.ts';

const npm = (...words: string[]) => ['npm', 'run', '--silent', ...words];
const jestAgain = (command: string[]): Step => ({
  command,
  again: ({ files, seed }) => [...command, '--runInBand', `--seed=${seed}`, '--runTestsByPath', ...files],
});
const jest = (...options: string[]) => npm('jest', '--', ...options);
const specs = (...options: string[]): Step => ({
  command: npm('test:e2e', '--', ...options),
  again: () => npm('test:e2e', '--', ...options, '--last-failed', '--workers=1'),
});

const suites: Record<string, (asked: string[]) => Step[]> = {
  test: (asked) =>
    asked.length > 0
      ? [jestAgain(jest(...asked))]
      : [jestAgain(jest('--config', 'jest.first-run.config.mjs')), jestAgain(jest()), specs('--grep-invert', '@deep')],
  core: (asked) => [jestAgain(jest('--config', 'jest.core.config.mjs', ...asked))],
  deep: (asked) => [
    { command: jest('--config', 'jest.deep.config.mjs', ...asked) },
    ...(asked.length === 0 ? [{ command: npm('test:e2e', '--', '--grep', '@deep') }] : []),
  ],
};

const [suite = 'test', ...asked] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');
const isWhole = asked.length === 0;
if (isWhole && suite === 'test') forgetUnused();
// Alone, the core and the deep tests use only some of the grants.
const followsTest = isWhole && suite !== 'test' && hasNotes();

// Every site that a test starts would build them otherwise.
const cacheDir = join(root, 'node_modules', '.cache');
await Promise.all([functionBundles, webApp].map((target) => buildIfChanged(target, root, cacheDir)));

const { passed, failed, flaky } = await runSteps(suites[suite]?.(asked) ?? []);
flakyReport(join(root, '.cache', 'flaky.txt'), flaky, { isAdded: suite !== 'test' });
const unused = followsTest && failed === 0 ? unusedEverywhere() : [];
for (const grant of unused) console.log(`Granted, and never used in any test: ${grant}`);
console.log(`\n${passed} passed, ${failed + unused.length} failed`);
process.exitCode = failed + unused.length === 0 ? 0 : 1;
