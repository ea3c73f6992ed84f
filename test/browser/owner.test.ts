import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from '@playwright/test';
import { ask, apiCaller } from '../support/site/caller.ts';
import { owner } from '../support/aws/cloud.ts';
import { noComplaints } from '../support/browser/page-checks.ts';
import type { Site } from '../support/site/site.ts';
import { until } from '../support/eventually.ts';
import { password } from './account.ts';
import { looksWellAnywhere } from './looks.ts';
import { openForAll } from './opened.ts';
import { views, visit } from './visit.ts';

const [desk] = views;

let browser: Browser;
let site: Site;
openForAll((opened) => ({ browser, site } = opened));

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function makeLink(page: Page, name: string) {
  await field(page, 'For whom').fill(name);
  await press(page, 'Make an invitation link');
  await page.getByRole('listitem').filter({ hasText: name }).getByText('open until').waitFor();
  return (await page.locator('#invitation-link').textContent()) ?? '';
}

/** Somebody opens the link that they were sent. */
async function followLink(link: string, username: string) {
  const { page, complaints } = await visit(browser, site, desk, { expectedStatuses: [401] });
  await page.goto(link);
  await page.getByRole('heading', { name: 'Sign up', exact: true }).waitFor();
  const code = await field(page, 'Invitation code').inputValue();
  await press(page, 'Back');
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  expect(page.url()).toBe(`${site.origin}/auth/signin/cognito`);
  await page.goto(link);
  await field(page, 'Username').fill(username);
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm password').fill(password);
  await press(page, 'Sign Up');
  await page.getByRole('heading', { name: 'Confirm sign up' }).waitFor();
  expect(complaints).toEqual(noComplaints);
  await page.context().close();
  return code;
}

describe('the owner', () => {
  const guest = 'guest@home.example';
  const dan = 'dan@home.example';

  it('invites somebody by a link, sees who has used it, and revokes another', async () => {
    const { page, complaints } = await visit(browser, site, desk, { name: owner });
    await page.goto('/auth');
    await page.getByRole('heading', { name: 'For the owner' }).waitFor();
    const link = await makeLink(page, 'Dan');
    expect(link).toMatch(new RegExp(`^${site.origin}/auth/signin/cognito#invitation=[A-Z2-9-]{31}$`));
    await looksWellAnywhere(page, complaints);
    expect(link.endsWith(`=${await followLink(link, dan)}`)).toBe(true);

    await page.reload();
    await page.getByText(`used by ${dan}`).waitFor();
    expect(await page.locator('#invitation-link').count()).toBe(0);
    await makeLink(page, 'Eve');
    await press(page, 'revoke the invitation Eve');
    const eve = page.getByRole('listitem').filter({ hasText: 'Eve' });
    await eve.getByText('revoked').waitFor();
    expect(await eve.getByRole('button').count()).toBe(0);
    expect(complaints).toEqual(noComplaints);
    await page.context().close();
  }, 120_000);

  it('sees who has an account, and ends a session of theirs', async () => {
    const theirs = await visit(browser, site, desk, { name: guest, expectedStatuses: [401] });
    await theirs.page.goto('/auth');
    await theirs.page.getByRole('heading', { name: 'Sessions' }).waitFor();

    const { page, complaints } = await visit(browser, site, desk, { name: owner });
    await page.goto('/auth');
    const person = page.locator('details').filter({ hasText: guest });
    await person.locator('summary').click();
    await looksWellAnywhere(page, complaints);
    await person.getByRole('button', { name: /^end the session since/ }).click();
    await person.getByText('Signed in nowhere.').waitFor();
    expect(complaints).toEqual(noComplaints);

    await theirs.page.reload();
    await theirs.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    for (const each of [page, theirs.page]) await each.context().close();
  }, 120_000);
});

describe('other people', () => {
  it('are not shown the owner’s tools, and load none of them', async () => {
    const { page, complaints } = await visit(browser, site, desk, { name: 'guest@home.example' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const answered = page.waitForResponse('**/api/auth/owner');
    await page.goto('/auth');
    expect(await (await answered).json()).toEqual({ isOwner: false });
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    expect(await page.getByText('For the owner').count()).toBe(0);
    expect(asked.filter((path) => path.includes('/api/auth/owner/') || path.includes('owners-tools'))).toEqual([]);
    expect(complaints).toEqual(noComplaints);
    await page.context().close();
  }, 120_000);
});

describe('when something fails', () => {
  it('says so in its place, and tries again when asked to', async () => {
    const { page } = await visit(browser, site, desk, { name: owner, expectedStatuses: [500] });
    let isBroken = true;
    await page.route('**/api/auth/owner/**', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { errorCode: 'internal', message: '', requestId: 'r-1' } })
        : route.fallback(),
    );
    await page.goto('/auth');
    for (const what of ['The invitations could not be loaded.', 'The people could not be loaded.'])
      await page.getByText(what).waitFor();
    await press(page, 'Make an invitation link');
    await page.getByText('No link was made.').waitFor();
    isBroken = false;
    await page.getByText('No link was made.').getByRole('button', { name: 'retry' }).click();
    await page.locator('#invitation-link').waitFor();
    expect(await page.getByText('No link was made.').count()).toBe(0);
    await page.context().close();
  }, 60_000);
});

describe('the page of costs', () => {
  beforeAll(async () => {
    const call = apiCaller(site.origin, await site.signIn('Ann'));
    const { assistantSessionMessageId: sessionMessageId } = await call('POST /api/chat/session/create_with_message', {
      body: { text: 'What is a dollar?' },
    });
    await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId: '1199027300103' } });
    await until(async () => {
      const answer = await call('GET /api/chat/session/message/{sessionMessageId}', { params: { sessionMessageId } });
      const { pages } = await apiCaller(site.origin, await site.signIn(owner))('GET /api/costs/ljmonitor', {});
      return answer.status === 'DONE' && pages > 0;
    });
  }, 120_000);

  it('tells the owner what was used and what it costs', async () => {
    const { page, complaints } = await visit(browser, site, desk, { name: owner });
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
    await looksWellAnywhere(page, complaints);
    expect(complaints).toEqual(noComplaints);
    await page.context().close();
  }, 60_000);

  it('tells nobody else anything, and no link leads there', async () => {
    const { page, complaints } = await visit(browser, site, desk, { name: 'Ann', expectedStatuses: [403] });
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
