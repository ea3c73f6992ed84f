import { availableParallelism } from 'node:os';

const transform = {
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        target: 'es2024',
      },
      module: { type: 'es6' },
    },
  ],
};

export default {
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform,
  // A sheet's classes by their own names: what a component shows can be tested without a browser.
  moduleNameMapper: { '\\.module\\.css$': '<rootDir>/test/support/browser/class-names.ts' },
  silent: true,
  // Half of a test's time is waiting for a browser, a site or the clock: twice as many workers as there are cores.
  maxWorkers: availableParallelism() * 2,
  testSequencer: '<rootDir>/test/support/jest/sequencer.ts',
  // Of a busy machine. What is measured in a test is measured by the test.
  testTimeout: 60_000,
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/captures/'],
  reporters: ['default', '<rootDir>/test/support/jest/count-reporter.ts'],
};
