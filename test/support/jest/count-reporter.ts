import { relative } from 'node:path';
import { type Failure, noteFailures } from '../failures.ts';

interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: {
    testFilePath: string;
    testResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** Ends every run with one plain line, so that a person or a script can read the result without knowing jest. */
export default class CountReporter {
  private readonly seed: string;

  constructor({ seed }: { seed: number }) {
    this.seed = String(seed);
  }

  onRunComplete(
    _contexts: unknown,
    { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }: Results,
  ) {
    // A test file that does not load counts as a failure, because none of its tests ran.
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    noteFailures(testResults.flatMap(failuresOf), this.seed);
    // The counts are printed last of all, after jest's own summary.
    process.on('exit', () => console.log(`\n${numPassedTests} passed, ${failed} failed`));
  }
}

const failuresOf = ({ testFilePath, testResults }: Results['testResults'][number]): Failure[] =>
  testResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({
      file: relative('.', testFilePath),
      name: fullName,
      error: failureMessages.join('\n'),
    }));
