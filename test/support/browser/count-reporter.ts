import type { Reporter, TestCase } from '@playwright/test/reporter';

/** Ends every run of the browser tests with one plain line that a script can read. */
export default class CountReporter implements Reporter {
  private readonly tests = new Set<TestCase>();
  private errors = 0;

  onTestEnd(test: TestCase) {
    this.tests.add(test);
  }

  /** Errors outside a test: a spec that cannot be loaded, a worker that dies. */
  onError() {
    this.errors += 1;
  }

  onEnd() {
    const count = (outcome: string) => [...this.tests].filter((test) => test.outcome() === outcome).length;
    const [passed, failed] = [count('expected'), count('unexpected') + count('flaky') + this.errors];
    process.on('exit', () => console.log(`\n${passed} passed, ${failed} failed`));
  }
}
