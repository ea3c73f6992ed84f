import { expect, test as base } from '../fixtures/test.ts';
import type { Call } from '../../support/site/caller.ts';
import type { Site } from '../../support/site/site.ts';
import { siteNow, VirtualTime } from '../fixtures/virtual-time.ts';
import { StackPage } from '../pages/stack-page.ts';

export const minuteMs = 60_000;

interface StackFixtures {
  stack: StackPage;
  /** The page's clock, which moves together with the site's. It starts at the site's time. */
  time: VirtualTime;
  /** Starts a stack through the API, and passes time until the start has succeeded or failed. */
  start: (stackName: string) => Promise<void>;
  /** Stops a stack in the same way. */
  stop: (stackName: string) => Promise<void>;
}

/** Tests of the stacks. */
export const test = base.extend<StackFixtures>({
  stack: ({ page }, use) => use(new StackPage(page)),

  time: async ({ page, site }, use) => {
    await page.clock.install({ time: await siteNow(site) });
    await use(new VirtualTime(page, site));
  },

  start: ({ site, user: { call } }, use) =>
    use(async (stackName) => {
      await call('POST /api/minecraft_bedrock/v2/{stackName}/start', { params: { stackName } });
      await passAction(site, call, stackName);
    }),

  stop: ({ site, user: { call } }, use) =>
    use(async (stackName) => {
      await call('POST /api/minecraft_bedrock/v2/{stackName}/stop', { params: { stackName } });
      await passAction(site, call, stackName);
    }),
});

/** Passes time until the newest action of a stack has succeeded or failed. */
const passAction = (site: Site, call: Call, stackName: string) =>
  expect
    .poll(
      async () => {
        await site.control('/clock', { advanceMs: 5_000 });
        const { data } = await call('GET /api/minecraft_bedrock/v2/{stackName}/detail', { params: { stackName } });
        return data.actionLogs[0]?.syncStatus;
      },
      { intervals: [100] },
    )
    .toMatch(/SUCCEEDED|FAILED/);

export { expect } from '../fixtures/test.ts';
