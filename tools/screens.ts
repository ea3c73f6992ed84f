/**
 * `npm run screens` draws each main screen and state of the running site into `.cache/screens`, on a desktop in light
 * colors and on a phone in dark ones. `npm run screens -- monitor home` draws only those whose names begin so. The
 * pictures in `docs/screens` come from test/pictures.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { signInContext } from '../test/e2e/fixtures/accounts.ts';
import { views } from '../test/e2e/fixtures/views.ts';
import { launchBrowser } from '../test/support/browser/browser.ts';
import { startSite } from '../test/support/site/site.ts';
import { accountScenes, signInScenes } from './screens/account.ts';
import { chatScenes } from './screens/chat.ts';
import { blockedScenes, monitorScenes } from './screens/monitor.ts';
import { both, type Scene, type View } from './screens/scene.ts';
import { stackScenes } from './screens/stacks.ts';

const folder = join(import.meta.dirname, '..', '.cache', 'screens');
const suffixes = { desktop: '1280-light', phone: '360-dark' };

const home: Scene = {
  name: 'home',
  after: ['monitor-history', 'stacks'],
  views: both,
  async show({ page }) {
    await page.goto('/');
    await page.getByText('refreshed').waitFor();
    await page.getByText('1 running').waitFor();
    await page.getByText('no conversations yet').waitFor();
  },
};

/** In this order, because a scene goes on from those before. */
const scenes: Scene[] = [
  ...monitorScenes,
  ...stackScenes,
  home,
  ...blockedScenes,
  ...accountScenes,
  ...chatScenes,
  ...signInScenes,
];

const words = process.argv.slice(2);
const unknown = words.find((word) => !scenes.some(({ name }) => name.startsWith(word)));
const isWanted = ({ name }: Scene) => words.length === 0 || words.some((word) => name.startsWith(word));

/** Returns the names of the scenes that lead to a scene, and its own. */
const namesUpTo = ({ name, after }: Scene): string[] => [
  ...scenes.filter((scene) => after.includes(scene.name)).flatMap(namesUpTo),
  name,
];

async function takePictures(view: View) {
  const pictured = scenes.filter((scene) => isWanted(scene) && scene.views.includes(view));
  if (pictured.length === 0) return;
  const shown = new Set(pictured.flatMap(namesUpTo));
  // The site is so slow that a refresh can be seen half way.
  const site = await startSite({ env: { LISTING_PACE_MS: '1500', STACK_SPEED: '1' } });
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ ...views[view], baseURL: site.origin });
    await signInContext(context, site, 'Ann');
    const page = await context.newPage();
    await page.clock.install();
    for (const scene of scenes.filter(({ name }) => shown.has(name))) {
      await scene.show({ page, site });
      if (!pictured.includes(scene)) continue;
      // No picture shows a skeleton in place of the data.
      await page.locator('output', { hasText: 'Loading' }).first().waitFor({ state: 'detached' });
      const file = `${scene.name}-${suffixes[view]}.png`;
      await page.screenshot({ path: join(folder, file), animations: 'disabled' });
      console.log(file);
    }
  } finally {
    await browser.close();
    await site.stop();
  }
}

if (unknown === undefined) {
  mkdirSync(folder, { recursive: true });
  for (const view of both) await takePictures(view);
} else {
  console.error(`No picture begins with ${unknown}. There are: ${scenes.map(({ name }) => name).join(', ')}`);
  process.exitCode = 1;
}
