import type { Page } from '@playwright/test';
import * as z from 'zod';
import type { Site } from '../support/site/site.ts';

export const password = 'Correct-horse-1';

/** What a newcomer gets from the owner. */
export const invitationOf = async (site: Site) =>
  z.object({ code: z.string() }).parse(await site.control('/invitations', {})).code;

/** The code of the last mail to somebody. */
export async function mailedCode(site: Site, username: string) {
  const mails = z.array(z.object({ to: z.string(), code: z.string() })).parse(await site.control('/mail'));
  const mail = mails.findLast(({ to }) => to === username);
  if (!mail) throw new Error(`no mail to ${username}`);
  return mail.code;
}

/** What somebody's authenticator shows. Time goes on first: each code is good for one time. */
export async function authenticatorCode(site: Site, username: string) {
  await site.control('/clock', { advanceMs: 60_000 });
  const shown = await site.control(`/totp?username=${encodeURIComponent(username)}`);
  return z.object({ code: z.string() }).parse(shown).code;
}

/** Ends the hour of every session. */
export const endTheHour = (site: Site) => site.control('/clock', { advanceMs: 3_600_000 });

/** Makes calls as the page's own code would. */
async function post(page: Page, path: string, body: object) {
  const init = JSON.stringify({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return page.evaluate<number>(`fetch('/api/auth/cognito/${path}', ${init}).then((answer) => answer.status)`);
}

/** Makes somebody an account, with an authenticator. */
export async function makeAccount(page: Page, site: Site, username: string) {
  await page.goto('/auth');
  await post(page, 'sign_up', { username, password, registrationCode: await invitationOf(site) });
  await post(page, 'sign_up_confirm', { username, confirmationCode: await mailedCode(site, username) });
  await post(page, 'sign_in', { username, password });
  await post(page, 'setup_mfa', { userCode: await authenticatorCode(site, username) });
}

/** Signs somebody in who has an account: the page's browser is known from now on. */
export async function signIn(page: Page, site: Site, username: string) {
  await page.goto('/auth');
  await post(page, 'sign_in', { username, password });
  const status = await post(page, 'sign_in_confirm', { username, userCode: await authenticatorCode(site, username) });
  if (status !== 200) throw new Error(`${username} was not signed in: ${status}`);
}
