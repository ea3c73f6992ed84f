import { StackPage } from '../../test/e2e/pages/stack-page.ts';
import { both, type Scene } from './scene.ts';

type Stop = Parameters<Scene['show']>[0];

/** Passes the time of the site until a text is shown. The page polls by itself. */
async function passUntil({ page, site }: Stop, text: string) {
  for (let polls = 0; polls < 30 && !(await page.getByText(text).isVisible()); polls += 1) {
    await site.control('/clock', { advanceMs: 5_000 });
    await page.waitForResponse(/\/(detail|description)$/);
  }
  await page.getByText(text).waitFor();
}

export const stackScenes: Scene[] = [
  {
    name: 'stack-confirm',
    after: [],
    views: ['phone'],
    async show({ page }) {
      const stack = new StackPage(page);
      await stack.open('bedrock-survival');
      await stack.button('Start').click();
      await stack.dialog.waitFor();
    },
  },
  {
    name: 'stack-running',
    after: ['stack-confirm'],
    views: both,
    async show(stop) {
      await new StackPage(stop.page).dialog.getByRole('button', { name: 'Confirm' }).click();
      await passUntil(stop, 'Stop shuts the server down');
      await passUntil(stop, 'counted');
    },
  },
  {
    name: 'stack-failed',
    after: ['stack-running'],
    views: ['phone'],
    async show(stop) {
      const stack = new StackPage(stop.page);
      await stop.site.control('/stacks', { mode: 'createFails' });
      await stack.openLoaded('bedrock-creative');
      await stack.confirm('Start');
      await passUntil(stop, 'The last start failed:');
      await stop.site.control('/stacks', { mode: 'normal' });
    },
  },
  {
    name: 'stacks',
    after: ['stack-failed'],
    views: both,
    async show({ page }) {
      await page.goto('/stack');
      await page.getByText('ROLLBACK_COMPLETE').waitFor();
    },
  },
];
