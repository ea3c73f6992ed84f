import { relative } from 'node:path';
import type { Reporter, TestCase } from '@playwright/test/reporter';
import { noteFailures } from '../failures.ts';

/** Ends every run of the browser tests with one plain line that a script can read. */
export default class CountReporter implements Reporter {
  private readonly tests = new Set<TestCase>();
  private errors = 0;

  onTestEnd(test: TestCase) {
    this.tests.add(test);
  }

  /** Counts errors outside a test: a spec that cannot be loaded, a worker that dies. */
  onError() {
    this.errors += 1;
  }

  onEnd() {
    const tests = [...this.tests];
    const failed = tests.filter((test) => ['unexpected', 'flaky'].includes(test.outcome()));
    const [passed, failures] = [
      tests.filter((test) => test.outcome() === 'expected').length,
      failed.length + this.errors,
    ];
    noteFailures(
      failed.map((test) => ({
        file: relative('.', test.location.file),
        name: test.titlePath().slice(1).join(' › '),
        error: test.results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)).join('\n'),
      })),
    );
    process.on('exit', () => console.log(`\n${passed} passed, ${failures} failed`));
  }
}
