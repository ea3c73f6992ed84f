import type { Locator } from '@playwright/test';
import { communities } from 'local/fakes/listing-site/city/communities';
import { dayMs, minuteMs } from 'shared-types/rules/time';
import { type Call, apiCaller } from '../../../support/site/caller.ts';
import type { Site } from '../../../support/site/site.ts';
import { signInContext } from '../../fixtures/accounts.ts';
import { expectGoodLooksInBothViews } from '../../fixtures/looks.ts';
import { expect, refreshAll, test, trackCommunities } from '../test.ts';

const days = 10;
/** The taps that a person may need after ten days, from the home page to a list without news. */
const mostTaps = 12;
/** A refresh reads about 30 pages, and 'read all' loads as many, which takes minutes on a busy machine. */
const slowMs = 600_000;

/** A session ends with its hour, so each day of this story has its own. */
const signedIn = async (site: Site, name: string): Promise<Call> => apiCaller(site.origin, await site.signIn(name));

async function readEverything(call: Call) {
  const { unreadByResblock } = await call('GET /api/ljmonitor/summary', {});
  for (const { resblockId, asOf } of unreadByResblock)
    await call('PUT /api/ljmonitor/resblock/{resblockId}/read', { params: { resblockId }, body: { asOf } });
}

const newsIn = async (call: Call) => {
  const { news } = await call('GET /api/ljmonitor/visit', {});
  const count = (kind: 'new' | 'cheaper') => news.reduce((sum, each) => sum + (each.news[kind] ?? 0), 0);
  return { all: news.reduce((sum, { unread }) => sum + unread, 0), new: count('new'), cheaper: count('cheaper') };
};

test.describe('a person who comes back after ten days', () => {
  test.setTimeout(days * slowMs);

  test(
    'sees what matters on the first screen, and is through it in a few taps',
    { tag: '@deep' },
    async ({ page, site, user, context, monitor }) => {
      await trackCommunities(
        user.call,
        communities.map(({ id }) => ({ resblockId: id })),
      );
      await readEverything(user.call);
      await user.call('PUT /api/ljmonitor/visit', {});
      for (let day = 1; day <= days; day += 1) {
        await site.control('/clock', { advanceMs: dayMs });
        await refreshAll(site, await signedIn(site, user.name), 'change', slowMs);
      }
      // The index of a community may lag for a minute, in which each list reads more.
      await site.control('/clock', { advanceMs: 5 * minuteMs });
      const call = await signedIn(site, user.name);
      await signInContext(context, site, user.name);
      let taps = 0;
      const tap = async (what: Locator) => {
        taps += 1;
        await what.click();
      };
      /** Marks all houses of the list as read, which are as many as the button says. */
      const readAll = async (count: number) => {
        await tap(monitor.button('read all').filter({ hasText: `read all ${count}` }));
        await expect(page.getByText(`${count} marked as read`).first()).toBeVisible({ timeout: slowMs });
      };

      await page.goto('/');
      const link = page.getByRole('link', { name: /^\d+ cheaper$/ });
      await expect(link).toBeInViewport();
      const before = await newsIn(call);
      expect(before.all).toBeGreaterThan(500);
      expect(before.cheaper).toBeGreaterThan(30);
      await expect(link).toHaveText(`${before.cheaper} cheaper`);
      await expect(page.getByRole('link', { name: `${before.new} new`, exact: true })).toBeInViewport();

      await tap(link);
      await expect(monitor.houses.first().getByText('Price down')).toBeVisible();
      await expectGoodLooksInBothViews(page);
      await tap(monitor.button('Star', monitor.houses.first()));
      await readAll(before.cheaper);
      const rest = await newsIn(call);
      expect(rest).toMatchObject({ all: before.all - before.cheaper, cheaper: 0 });

      await tap(monitor.button(`${rest.new} new`));
      await readAll(rest.new);
      await tap(page.getByRole('button', { name: /^Since / }));
      const last = await newsIn(call);
      expect(last).toMatchObject({ all: rest.all - rest.new, new: 0 });
      await readAll(last.all);
      expect(await newsIn(call)).toMatchObject({ all: 0 });
      await tap(monitor.button('Undo').last());
      await expect(monitor.button('read all')).toHaveText(`read all ${last.all}`);
      await readAll(last.all);
      expect(await newsIn(call)).toMatchObject({ all: 0 });
      await expectGoodLooksInBothViews(page);
      expect(taps).toBeLessThanOrEqual(mostTaps);
    },
  );
});
