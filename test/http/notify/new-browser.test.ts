import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import * as z from 'zod';
import { password } from '../../support/credentials.ts';
import { eventually } from '../../support/eventually.ts';
import { authenticatorCode, createAccount } from '../../support/site/accounts.ts';
import { type CookieBrowser, cookieBrowser } from '../../support/site/cookie-browser.ts';
import { startSite } from '../../support/site/site.ts';

const username = 'ann@example.org';
const site = await startSite();
site.secrets.add(password);
afterAll(() => site.stop());

const Messages = z.array(z.object({ host: z.string(), title: z.string(), text: z.string() }));
const messages = async () => Messages.parse(await site.control('/channels'));

async function signIn(browser: CookieBrowser) {
  await browser.ask('POST', '/api/auth/cognito/sign_in', { username, password });
  const code = { username, userCode: await authenticatorCode(site, username) };
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/150.0' };
  expect(await browser.ask('POST', '/api/auth/cognito/sign_in_confirm', code, headers)).toMatchObject({ status: 200 });
}

it('tells a person of a sign-in in a new browser, and of none in a known one', async () => {
  const browser = await createAccount(site, username);
  await signIn(browser);
  const address = { kind: 'webhook', url: 'https://hooks.example.org/ann' };
  const added = await browser.ask('PUT', `/api/notify/channels/${randomUUID()}`, { address });
  expect(added).toMatchObject({ status: 200 });

  await signIn(browser);
  await signIn(cookieBrowser(site));
  const [told] = await eventually(async () => {
    const all = await messages();
    return all.length > 0 && all;
  });
  expect(told).toMatchObject({ host: 'hooks.example.org', title: 'Sign-in in a new browser' });
  expect(told?.text).toMatch(/^NEW BROWSER Firefox · Linux · \S+ at \d{4}-\d\d-\d\d \d\d:\d\d\. If it was not you/);
  await site.control('/schedule/news', {});
  expect(await messages()).toHaveLength(1);
});
