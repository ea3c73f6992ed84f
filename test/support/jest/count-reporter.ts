interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
}

/** Ends every run with one plain line, so that a person or a script can read the result without knowing jest. */
export default class CountReporter {
  onRunComplete(_contexts: unknown, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }: Results) {
    // A test file that does not load counts as a failure, because none of its tests ran.
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    // Printed last of all, after jest's own summary.
    process.on('exit', () => console.log(`\n${numPassedTests} passed, ${failed} failed`));
  }
}
