import { forgetUnused, unusedEverywhere } from '../aws/unused-grants.ts';

interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
}

interface Config {
  testNamePattern?: string;
  testPathPatterns?: { patterns: string[] };
  onlyChanged?: boolean;
  findRelatedTests?: boolean;
}

/**
 * Ends every run with one plain line, so that a person or a script can read the result without knowing jest. A run of
 * all tests fails when a function was granted something that it never used.
 */
export default class CountReporter {
  private readonly isWhole: boolean;
  private unused: string[] = [];

  constructor({ testNamePattern, testPathPatterns, onlyChanged, findRelatedTests }: Config) {
    const paths = testPathPatterns?.patterns ?? [];
    this.isWhole = !testNamePattern && paths.length === 0 && !onlyChanged && !findRelatedTests;
  }

  onRunStart() {
    forgetUnused();
  }

  onRunComplete(_contexts: unknown, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }: Results) {
    this.unused = this.isWhole ? unusedEverywhere() : [];
    // A test file that could not even be loaded counts as a failure: none of its tests ran.
    const failed = numFailedTests + numRuntimeErrorTestSuites + this.unused.length;
    // Last of all, after jest's own summary.
    process.on('exit', () => {
      for (const grant of this.unused) console.log(`\nGranted, and never used in any test: ${grant}`);
      console.log(`\n${numPassedTests} passed, ${failed} failed`);
    });
  }

  getLastError(): Error | undefined {
    return this.unused.length === 0 ? undefined : new Error('Some grants were never used.');
  }
}
