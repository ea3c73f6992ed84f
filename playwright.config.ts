import { defineConfig } from '@playwright/test';
import { browserLaunch } from './test/support/browser/browser.ts';
import type { Options } from './test/e2e/fixtures/test.ts';
import { trace } from './test/e2e/fixtures/trace.ts';
import { views } from './test/e2e/fixtures/views.ts';

export default defineConfig<Options>({
  testDir: 'test/e2e',
  outputDir: '.cache/e2e',
  globalSetup: './test/e2e/fixtures/unpack-browser.ts',
  reporter: [['list'], ['./test/support/browser/count-reporter.ts']],
  // A worker waits for pages and timers for nearly half of its time, so two cores have room for four.
  workers: 4,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // A busy machine needs a multiple of what a quiet one does.
  timeout: 300_000,
  expect: { timeout: 90_000 },
  use: {
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    launchOptions: browserLaunch(),
    trace,
    contextOptions: { reducedMotion: 'reduce' },
    // Requests that a worker answers cannot be watched. The spec of the worker allows it.
    serviceWorkers: 'block',
  },
  // Most specs do not depend on the view. `@phone` runs in both projects, `@phone-only` on the phone alone. Each worker of
  // a project starts a browser and sites of its own, so the few specs of the phone share one, from the start.
  projects: [
    { name: 'phone', use: views.phone, grep: /@phone/, workers: 1 },
    { name: 'desktop', use: views.desktop, grepInvert: /@phone-only/ },
  ],
});
