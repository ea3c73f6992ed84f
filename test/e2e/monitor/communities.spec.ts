import * as z from 'zod';
import { expectNoShift } from '../../support/browser/page-checks.ts';
import {
  answerInTurns,
  expectAccessible,
  expectGoodLooks,
  expectGoodLooksInBothViews,
  holdAnimations,
} from '../fixtures/looks.ts';
import { expect, listingOrigin, maples, railway, test, trackedCommunities } from './test.ts';

/** A community of the other demo city. */
const lighthouse = { resblockId: '2299031500201', name: '灯塔公馆', place: '东港 / 灯塔', houses: 9 };

const Origins = z.object({ origins: z.array(z.string()) });

test.describe('the communities', () => {
  test.describe(() => {
    test.use({ ownSite: false });

    test('are one link away from the home page', async ({ page, monitor }) => {
      await page.goto('/');
      await expect(page.getByText('no communities yet')).toBeVisible();
      await page.getByRole('navigation', { name: 'Home' }).getByRole('link', { name: 'LJMonitor' }).click();
      await expect(page.getByText('No Data Yet')).toBeVisible();
      await expect(monitor.button('add')).toBeDisabled();
      await expectGoodLooksInBothViews(page);
    });
  });

  for (const [text, reason] of [
    ['abc', 'Enter an ID of 6 to 24 digits'],
    ['https://example.com/xiaoqu/1199027300103/', 'example.com is not the listing site'],
    ['1199999999999', 'has no community with this ID'],
  ] as const)
    test.describe(`named by ${text}`, () => {
      test.use({ ownSite: false, expectedFailures: [404] });

      test('are refused in place, and the focus returns to the field', async ({ page, monitor }) => {
        await page.goto('/ljmonitor');
        await monitor.idField.fill(text);
        await monitor.idField.press('Enter');
        await expect(page.getByText(reason)).toBeVisible();
        await expect(monitor.idField).toBeFocused();
        await expect(monitor.idField).toHaveAttribute('aria-invalid', 'true');
        await expectGoodLooksInBothViews(page);
      });
    });

  test(
    'are added by a link, an id or a house of another city, and show their names and all of their houses',
    { tag: '@deep' },
    async ({ page, monitor, site }) => {
      const listing = await site.control('/listing');
      const { origins } = Origins.parse(listing);
      const list = await page.request.get(`${origins[1]}/ershoufang/c${lighthouse.resblockId}/`);
      const [house] = /\/ershoufang\/\d+\.html/.exec(await list.text()) ?? [];
      await page.goto('/ljmonitor');
      for (const [{ name, place, houses }, pasted] of [
        [maples, `${listingOrigin(listing)}/ershoufang/pg2c${maples.resblockId}/`],
        [railway, railway.resblockId],
        [lighthouse, `${origins[1]}${house}`],
      ] as const) {
        const text = await (await monitor.add(pasted, name)).innerText();
        expect(text).toContain(place);
        expect(Number(/(\d+) on offer · checked/.exec(text)?.[1])).toBeGreaterThanOrEqual(houses);
      }
      await monitor.reload();
      const count = await monitor.loadAll();
      expect(count).toBeGreaterThanOrEqual(maples.houses + railway.houses + lighthouse.houses);
      await expect(page.getByText(`${count} houses`, { exact: true })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(`\\(${count}\\) LJMonitor`));
      await expectGoodLooksInBothViews(page);
    },
  );

  test('are deleted with their houses, with a way back', { tag: '@deep' }, async ({ page, monitor, track }) => {
    await track(maples, railway);
    await monitor.open();
    await monitor.delete(maples.name);
    await expect(page.getByText('was deleted with its houses')).toBeVisible();
    await expect(monitor.community(railway.name)).toBeVisible();
    await monitor.button('Undo').click();
    await expect(monitor.button('delete')).toHaveCount(2);
    await expect(monitor.community(maples.name)).toBeVisible();
    await expect(monitor.houses.nth(29)).toBeVisible();
    await expect(page.getByText('was deleted with its houses')).toHaveCount(0);
    await monitor.delete(maples.name);
    await expect(page.getByText('was deleted with its houses')).toBeVisible();
    await expectGoodLooks(page);
  });

  test('leave an empty list when the last one is deleted', { tag: '@deep' }, async ({ page, monitor, track }) => {
    await track(maples, railway);
    await monitor.open();
    for (const { name } of [maples, railway]) {
      const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
      await monitor.delete(name);
      await deleted;
    }
    await expect(page.getByText('No Data Yet')).toBeVisible();
    await page.clock.fastForward(10_000);
    await expect(monitor.button('Undo')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('No Data Yet')).toBeVisible();
    await expect(page.getByText('Add a community to see its houses here.')).toBeVisible();
    await expect(monitor.houses).toHaveCount(0);
    await expectGoodLooksInBothViews(page);
  });

  test.describe(() => {
    test.use(trackedCommunities);

    test(
      'are folded to one line on a phone, which says what they filter',
      { tag: '@phone-only' },
      async ({ page, monitor, user }) => {
        const communities = await user.call('GET /api/ljmonitor/resblock', {});
        const more = communities.map((each) => ({
          ...each,
          resblockId: `${each.resblockId}7`,
          name: `${each.resblockId}7`,
        }));
        const lastAnswer = await answerInTurns(page, { '/api/ljmonitor/resblock': [...communities, ...more] });
        await holdAnimations(page);
        await page.goto(`/ljmonitor?resblockId=${railway.resblockId}`);
        const line = page.getByRole('button', { name: /^4 communities( · \d with unread)? · only 铁路宿舍$/ });
        await expect(line).toBeVisible();
        await expect(monitor.houses.first()).toBeVisible();
        await lastAnswer();
        await expectNoShift(page, 0.01);
        await expect(line).toHaveAttribute('aria-expanded', 'false');
        const box = page.getByRole('checkbox', { name: railway.name });
        await expect(box).toBeHidden();
        await expectGoodLooks(page);
        await line.click();
        await box.uncheck();
        await page.getByRole('button', { name: /^4 communities( · \d with unread)?$/ }).click();
        await expect(box).toBeHidden();
        await monitor.button('Add a community').click();
        await expect(monitor.idField).toBeFocused();
      },
    );
  });
});

test.describe('the monitor without a session', () => {
  test.use({ ownSite: false, signedIn: false, expectedFailures: [401, 404, 503] });

  test('leads to the sign-in page, which remembers the address', async ({ page }) => {
    await page.goto('/ljmonitor?resblockId=1199027300103');
    await expect(page).toHaveURL(/\/auth\?redirectUrl=/);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/ljmonitor?resblockId=1199027300103');
    await expectAccessible(page);
  });
});
