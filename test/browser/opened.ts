import { afterAll, beforeAll } from '@jest/globals';
import type { Browser } from '@playwright/test';
import { launchBrowser } from '../support/browser/browser.ts';
import { type Site, type SiteOptions, startSite } from '../support/site/site.ts';

interface Opened {
  browser: Browser;
  site: Site;
}

/** Opens a browser and a site before all tests of a file, and closes them after these. */
export function openForAll(use: (opened: Opened) => void, options: SiteOptions = {}) {
  let opened: Opened | undefined;
  beforeAll(async () => {
    const [browser, site] = await Promise.all([launchBrowser(), startSite(options)]);
    opened = { browser, site };
    use(opened);
  }, 240_000);
  afterAll(async () => {
    await opened?.browser.close();
    await opened?.site.stop();
  });
}
