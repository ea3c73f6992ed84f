import * as z from 'zod';
import { apiCaller } from '../../support/site/caller.ts';
import { signInContext } from '../fixtures/accounts.ts';
import { siteNow, VirtualTime } from '../fixtures/virtual-time.ts';
import { expect, test } from './test.ts';

const dayMs = 86_400_000;
const stackName = 'bedrock-survival';
const Worlds = z.object({ worlds: z.array(z.object({ stackName: z.string(), source: z.string() })) });

test.use({ ownSite: true });

test('yesterday’s world is back in three clicks', async ({ page, stack, start, stop, site, user }) => {
  await start(stackName);
  await stop(stackName);
  await site.control('/clock', { advanceMs: dayMs });
  // A session ends within a day.
  await signInContext(page.context(), site, user.name);
  const call = apiCaller(site.origin, await site.signIn(user.name));
  await page.clock.install({ time: await siteNow(site) });
  const clicks: string[] = [];
  await page.exposeFunction('noteClick', (text: string) => clicks.push(text));
  await page.addInitScript("document.addEventListener('click', ({ target }) => noteClick(target.textContent), true)");
  await stack.open(stackName);

  const yesterday = page.getByRole('listitem').filter({ has: page.getByText(/^yesterday /) });
  await yesterday.getByRole('button', { name: 'Roll back' }).click();
  await stack.button('Roll back and start').click();
  await new VirtualTime(page, site).passUntil('Running.');

  const { data } = await call('GET /api/minecraft_bedrock/v2/{stackName}/world', { params: { stackName } });
  const backup = data.archives.find(({ reason }) => reason === 'stop');
  await expect
    .poll(async () => Worlds.parse(await site.control('/stacks')).worlds)
    .toContainEqual({ stackName, source: backup?.archiveId });
  expect(clicks.length).toBeLessThanOrEqual(3);
  expect(clicks).toEqual(['Roll back', 'Roll back and start']);
});
