import { ask } from '../../support/site/caller.ts';
import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

test.describe('the page of costs', () => {
  test.use({ ownSite: true });

  test('shows the owner the usage and its price', { tag: '@deep' }, async ({ page, user: { call } }) => {
    const { assistantSessionMessageId: sessionMessageId } = await call('POST /api/chat/session/create_with_message', {
      body: { text: 'What is a dollar?', modelCode: 'gpt-4o' },
    });
    await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: '1199027300103' } });
    await expect
      .poll(() => call('GET /api/chat/session/message/{sessionMessageId}', { params: { sessionMessageId } }))
      .toMatchObject({ status: 'DONE' });
    await expect.poll(async () => (await call('GET /api/costs/ljmonitor', {})).pages).toBeGreaterThan(0);

    await page.goto('/auth');
    await page.getByRole('link', { name: 'Costs', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Costs', level: 1 })).toBeVisible();
    await expect(page.getByText(/^About \$\d+\.\d\d this month so far$/)).toBeVisible();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await expect(row('Writing answers')).toContainText(/\b1 answer\b[^]*< \$0\.01/, { useInnerText: true });
    await expect(row('Checking the listing site')).toContainText(/\b[1-9]\d* pages?\b/, { useInnerText: true });
    // A server that only speaks like OpenAI does not take OpenAI's prices.
    await expect(row('gpt-4o')).toContainText(/[1-9]\d* in, [1-9]\d* out[^]*No price/, {
      useInnerText: true,
    });
    await expect(page.getByText('models without a pricePerMillion in cdk.json')).toBeVisible();
    await expect(row('bedrock-survival')).toContainText(/0\.0 hours[^]*\$0\.00/, { useInnerText: true });
    await expectGoodLooksInBothViews(page);
  });
});

test.describe('the page of costs, for another user,', () => {
  test.use({ expectedFailures: [403] });

  test('shows nothing, and no link leads to it', async ({ openPage, nextName, site }) => {
    const name = nextName();
    const page = await openPage(name);
    await page.goto('/costs');
    await expect(page.getByText('Only the owner of this site can see the costs.')).toBeVisible();
    await page.goto('/auth');
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Costs', exact: true })).toHaveCount(0);
    const cookie = await site.signIn(name);
    for (const key of ['GET /api/costs/chat', 'GET /api/costs/ljmonitor', 'GET /api/costs/stack'])
      expect((await ask(site.origin, key, { cookie })).status).toBe(403);
  });
});
