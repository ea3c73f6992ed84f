import type { Page } from '@playwright/test';
import type { Site } from '../../support/site/site.ts';
import { answerStacks, longName, refuse } from './answers.ts';
import { siteNow } from './moved-clock.ts';

interface Scene {
  page: Page;
  site: Site;
}

const open = (page: Page, name: string) => page.goto(`/stack/detail?stackName=${name}`);
const ask = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm' }).click();

/** Lets the stack's time pass; the page asks by itself. */
async function passUntil({ page, site }: Scene, text: string) {
  for (let polls = 0; polls < 30 && !(await page.getByText(text).isVisible()); polls += 1) {
    await site.control('/clock', { advanceMs: 5_000 });
    await page.waitForResponse(/\/(detail|description)$/);
  }
  await page.getByText(text).waitFor();
}

/** Stacks as they come and go. Afterwards one of them runs, and another has failed to. */
export const stackScenes: Record<string, (scene: Scene) => Promise<unknown>> = {
  async 'stack-new'({ page }) {
    await open(page, 'bedrock-survival');
    await page.getByText('Not running.').waitFor();
  },
  async 'stack-confirm'({ page }) {
    await ask(page, 'Start');
    await page.getByText('Are you sure').waitFor();
  },
  async 'stack-starting'(scene) {
    await confirm(scene.page);
    await passUntil(scene, 'Last event:');
  },
  async 'stack-running'(scene) {
    await passUntil(scene, 'Stop takes the server down');
    await passUntil(scene, 'counted');
  },
  async 'stack-events'({ page }) {
    await page.getByRole('heading', { name: 'Events' }).evaluate((heading) => heading.scrollIntoView());
  },
  async 'stack-failed'({ page, site }) {
    await site.control('/stacks', { mode: 'createFails' });
    await open(page, 'bedrock-creative');
    await page.getByText('Not running.').waitFor();
    await ask(page, 'Start');
    await confirm(page);
    await passUntil({ page, site }, 'The last start failed:');
    await site.control('/stacks', { mode: 'normal' });
  },
  async stacks({ page }) {
    await page.goto('/stack');
    await page.getByText('ROLLBACK_COMPLETE').waitFor();
  },
};

/** What cannot be waited for on the real site. */
export const rareStackScenes: typeof stackScenes = {
  async 'stack-stopping'({ page, site }) {
    const now = await siteNow(site);
    await answerStacks(page, now, ['survival', longName, 'starting', 'down']);
    await open(page, 'stopping');
    await page.getByText('Recent Action Logs').waitFor();
  },
  async 'stack-refused'({ page }) {
    await refuse(page, 'start', 429, {
      errorCode: 'tooMany',
      message: 'Only one stack may run at a time. Stop creative first.',
    });
    await open(page, 'gone');
    await page.getByText('Recent Action Logs').waitFor();
    await ask(page, 'Start');
    await confirm(page);
    await page.getByText('Error while start').waitFor();
  },
  async 'stack-half-gone'({ page }) {
    await open(page, longName);
    await page.getByText('Recent Action Logs').waitFor();
  },
  async 'stack-lost'({ page }) {
    await open(page, 'starting');
    await page.getByText('Recent Action Logs').waitFor();
    await page.route('**/detail', (route) => route.abort());
    await page.getByText('It is no longer followed.').waitFor();
  },
  async 'stacks-many'({ page }) {
    await page.goto('/stack');
    await page.getByText('error', { exact: true }).waitFor();
    await page.getByText('CREATED').nth(2).waitFor();
  },
  async 'stacks-loading'({ page }) {
    await page.route('**/description', () => {});
    await page.goto('/stack');
    await page.getByText('still loading').first().waitFor();
  },
  async 'stack-loading'({ page }) {
    await page.unroute('**/detail');
    await page.route('**/detail', () => {});
    await open(page, 'survival');
    await page.getByText('still loading').waitFor();
  },
  async 'stack-error'({ page, site }) {
    await page.unrouteAll();
    const now = await siteNow(site);
    await answerStacks(page, now);
    await open(page, 'down');
    await page.getByText('Error', { exact: true }).waitFor();
  },
  async 'stack-unknown'({ page }) {
    await page.unrouteAll();
    await open(page, 'nobody');
    await page.getByText('There is no such stack').waitFor();
  },
};
