import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { ask, callerOf } from '../support/caller.ts';
import { owner } from '../support/cloud.ts';
import { axeViolations, noComplaints, overflowPx } from '../support/page-checks.ts';
import type { Site } from '../support/site.ts';
import { until } from '../support/until.ts';
import { openForAll } from './opened.ts';
import { views, visit } from './visit.ts';

let browser: Browser;
let site: Site;
openForAll((opened) => ({ browser, site } = opened));
beforeAll(async () => {
  const call = callerOf(site.origin, await site.signIn('Ann'));
  const { assistantSessionMessageId: sessionMessageId } = await call('POST /api/chat/session/create_with_message', {
    body: { text: 'What is a dollar?' },
  });
  await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: '1199027300103' } });
  await until(async () => {
    const answer = await call('GET /api/chat/session/message/{sessionMessageId}', { params: { sessionMessageId } });
    const { pages } = await callerOf(site.origin, await site.signIn(owner))('GET /api/costs/ljmonitor', {});
    return answer.status === 'DONE' && pages > 0;
  });
}, 120_000);

describe('the page of costs', () => {
  it.each(views)(
    'tells the owner what was used and what it costs ($view)',
    async (view) => {
      const { page, complaints } = await visit(browser, site, view, { name: owner });
      await page.goto('/auth');
      await page.getByRole('link', { name: 'What this costs' }).click();
      await page.getByRole('heading', { name: 'What this costs', level: 1 }).waitFor();
      await page.getByText(/^About \$\d+\.\d\d this month so far$/).waitFor();
      const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name }).innerText();
      expect(await rowOf('Writing answers')).toMatch(/\b1 answer\b[^]*< \$0\.01/);
      expect(await rowOf('Reading the listing site')).toMatch(/\b[1-9]\d* pages?\b/);
      // No server that only speaks like OpenAI takes OpenAI's prices.
      expect(await rowOf('gpt-4o')).toMatch(/[1-9]\d* tokens? in, [1-9]\d* tokens? out[^]*no price/);
      await page.getByText('Without a price in cdk.json').waitFor();
      expect(await rowOf('bedrock-survival')).toMatch(/0\.0 hours[^]*\$0\.00/);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflowPx(page)).toBe(0);
      expect(complaints).toEqual(noComplaints);
      await page.context().close();
    },
    60_000,
  );

  it('tells nobody else anything, and no link leads there', async () => {
    const [view] = views;
    const { page, complaints } = await visit(browser, site, view, { name: 'Ann', expectedStatuses: [403] });
    await page.goto('/costs');
    await page.getByText('This page is for the owner of the site.').waitFor();
    await page.goto('/auth');
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    expect(await page.getByRole('link', { name: 'What this costs' }).count()).toBe(0);
    expect(complaints).toEqual(noComplaints);
    const cookie = await site.signIn('Ann');
    for (const key of ['GET /api/costs/chat', 'GET /api/costs/ljmonitor', 'GET /api/costs/stack']) {
      expect((await ask(site.origin, key, { cookie })).status).toBe(403);
    }
    await page.context().close();
  }, 60_000);
});
