import { existsSync } from 'node:fs';
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

/** A person's first minutes with a fresh clone: the first thing that `npm test` runs. */
export const firstRun = ['**/test/first-run/*.test.ts'];

/**
 * The longer commands of the documents, a fault at every call, every condition left out, the looks of the screens, and bytes and
 * counts that do not depend on the speed of the machine: `npm run test:core` runs them.
 */
export const core = [
  '**/test/{concurrency,faults,pictures}/**/*.test.ts',
  '**/test/commands/commands.test.ts',
  '**/test/deployment/{configurations,deploy-role,kept}.test.ts',
  '**/test/bench/{audit-cost,first-load,house-lists,idle-cost,table}.test.ts',
  '**/test/bench/costs/*.test.ts',
];

/** Long simulations, every configuration and engine, much data, and the bench: `npm run test:deep` runs them. */
export const deep = [
  '**/test/{bench,commands,deployment,engines,load}/**/*.test.ts',
  ...core.map((files) => `!${files}`),
];

const ownRuns = [
  'bench',
  'commands',
  'concurrency',
  'deployment',
  'engines',
  'faults',
  'first-run',
  'load',
  'pictures',
];

// The recorded pages of the real listing site are kept beside the project, not in it.
const withoutCaptures = existsSync('../shared/captures') ? [] : ['<rootDir>/test/captures/'];

export default {
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', ...ownRuns.map((name) => `<rootDir>/test/${name}/`), ...withoutCaptures],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform,
  // Every CSS class gets its own name, so that components can be tested without a browser's build.
  moduleNameMapper: { '\\.module\\.css$': '<rootDir>/test/support/browser/class-names.ts' },
  setupFiles: ['<rootDir>/test/support/jest/jsdom-globals.ts'],
  // The builds define these constants: see web/src/site.ts and infra/src/common-passwords.ts.
  globals: {
    COMMON_PASSWORDS: 'password1\npassword123',
    SITE: { title: 'my.site', name: 'My site', banner: null, credit: 'a photographer' },
  },
  silent: true,
  // A test that goes on where the one before it ended fails in most orders. `npm run jest -- --seed=N` repeats an order.
  randomize: true,
  showSeed: true,
  // Half of a test's time is spent waiting for a site or a timer, so two workers share a core.
  maxWorkers: availableParallelism() * 2,
  testSequencer: '<rootDir>/test/support/jest/sequencer.ts',
  // A busy machine needs a multiple of what a quiet one does, and no file sets its own time. A test that measures time does so itself.
  testTimeout: 300_000,
  reporters: ['default', '<rootDir>/test/support/jest/count-reporter.ts'],
};
