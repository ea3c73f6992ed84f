import { readFileSync } from 'node:fs';
import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

test.describe('the page of the activity', () => {
  test.use({ ownSite: true, expectedFailures: [403] });

  test(
    'shows, filters and exports what happened, to the owner only',
    { tag: '@deep' },
    async ({ page, user, openPage, nextName }) => {
      const guest = `${nextName().toLowerCase()}@home.example`;
      const theirs = await openPage(guest);
      await user.call('POST /api/auth/owner/invitations/create', { body: { note: 'Dan' } });
      // The site has made one more invitation at its start.
      for (let times = 0; times < 50; times++)
        await user.call('POST /api/auth/owner/invitations/create', { body: { note: '' } });

      await theirs.goto('/activity');
      await expect(theirs.getByText('Only the owner of this site can see the activity.')).toBeVisible();

      await page.goto('/auth');
      await expect(page.getByRole('heading', { name: 'Recent activity' })).toBeVisible();
      await expect(page.getByText('Invitation created').first()).toBeVisible();
      await page.getByRole('link', { name: 'Activity', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
      // The refusal of the guest is listed at the start of its minute, so it can be on either page.
      await expect(page.getByRole('row')).toHaveCount(1 + 50);
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect(page.getByRole('row').filter({ hasText: 'Invitation created' })).toHaveCount(52);
      await expectGoodLooksInBothViews(page);

      const saving = page.waitForEvent('download');
      await page.getByLabel('Event').selectOption({ label: 'Invitation created' });
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const file = await saving;
      expect(file.suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/);
      const lines = readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\r\n');
      expect(lines).toHaveLength(1 + 52);
      expect(lines[1]).toMatch(/^"\d{4}-\d\d-\d\dT.*","invitationCreated","done",/);

      await page.getByLabel('Day (UTC)').fill('2020-02-03');
      await expect(page.getByText('No events match these filters.')).toBeVisible();
    },
  );
});
