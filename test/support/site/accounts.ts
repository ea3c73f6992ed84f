import * as z from 'zod';
import { type CookieBrowser, cookieBrowser } from './cookie-browser.ts';
import type { Site } from './site.ts';
import { password } from '../credentials.ts';

/** Creates an invitation, and returns its code. */
export const createInvitation = async (site: Site) =>
  z.object({ code: z.string() }).parse(await site.control('/invitations', {})).code;

/** Returns the code of the last mail to a user. */
export async function mailedCode(site: Site, username: string) {
  // Mails about an account and letters to the owner carry no code.
  const mails = z.array(z.object({ to: z.string(), code: z.string().optional() })).parse(await site.control('/mail'));
  const code = mails.findLast((mail) => mail.to === username && mail.code !== undefined)?.code;
  if (code === undefined) throw new Error(`no code was mailed to ${username}`);
  return code;
}

/** Returns the code that a user's authenticator shows. Time passes first, because each code is valid once. */
export async function authenticatorCode(site: Site, username: string) {
  await site.control('/clock', { advanceMs: 60_000 });
  const shown = await site.control(`/totp?username=${encodeURIComponent(username)}`);
  return z.object({ code: z.string() }).parse(shown).code;
}

/** Lets all sessions expire, which last an hour. */
export const expireSessions = (site: Site) => site.control('/clock', { advanceMs: 3_600_000 });

/** Signs a user up with an invitation, and confirms the address. */
export async function register(site: Site, username: string) {
  const browser = cookieBrowser(site);
  const registrationCode = await createInvitation(site);
  await browser.ask('POST', '/api/auth/cognito/sign_up', { username, password, registrationCode });
  const confirmationCode = await mailedCode(site, username);
  await browser.ask('POST', '/api/auth/cognito/sign_up_confirm', { username, confirmationCode });
  return browser;
}

/** Creates an account with an authenticator, and returns the browser in which that was done. */
export async function createAccount(site: Site, username: string): Promise<CookieBrowser> {
  const browser = await register(site, username);
  await browser.ask('POST', '/api/auth/cognito/sign_in', { username, password });
  const userCode = await authenticatorCode(site, username);
  const { status } = await browser.ask('POST', '/api/auth/cognito/setup_mfa', { userCode });
  if (status !== 200) throw new Error(`${username} has no authenticator: ${status}`);
  return browser;
}
