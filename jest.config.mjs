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
  moduleNameMapper: { '\\.module\\.css$': '<rootDir>/test/support/class-names.ts' },
  silent: true,
  // Much of a suite's time is waiting for a browser or a site: leaving one core free would waste it.
  maxWorkers: '100%',
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/captures/'],
  reporters: ['default', '<rootDir>/test/support/count-reporter.ts'],
};
