import { expect } from '@jest/globals';
import * as z from 'zod';
import type { AuthSite, Browser } from '../site/auth-site.ts';
import type { Google } from './google.ts';
import { keysOf } from './google-page.ts';
import { getSession } from '../site/test-user.ts';

const Init = z.object({
  authorization_endpoint: z.string(),
  clientId: z.string(),
  stateToken: z.string(),
  codeChallenge: z.string(),
});

export const ann = { sub: '1001', email: 'Ann@Example.org', email_verified: true, name: 'Ann Example' };

/** Encodes the state as the page does. */
export const stateOf = (stateToken: string, redirectUrl?: unknown) =>
  Buffer.from(JSON.stringify({ stateToken, redirectUrl })).toString('base64url');

export async function startGoogleSignIn(browser: Browser) {
  const answer = await browser.ask('GET /api/auth/google/init');
  return { answer, ...Init.parse(answer.body) };
}

/** Google's redirect is cross-site, so the browser sends no SameSite=Strict cookies. */
export const returnFromGoogle = (browser: Browser, query: Record<string, string>) =>
  browser.ask('GET /api/auth/google/oauth2', undefined, {
    query: new URLSearchParams(query).toString(),
    cookies: [...browser.jar].filter(([name]) => name.startsWith('__Host-step-')).map((pair) => pair.join('=')),
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  });

/** Signs in with a Google account that has these claims. */
export async function signInWithGoogle(
  google: Google,
  browser: Browser,
  claims: Record<string, unknown> = ann,
  redirectUrl?: unknown,
) {
  const { stateToken, codeChallenge } = await startGoogleSignIn(browser);
  const code = google.codeFor(codeChallenge, claims);
  return returnFromGoogle(browser, { code, state: stateOf(stateToken, redirectUrl) });
}

/** Confirms the user of the session at Google, as the account with these claims. */
export async function confirmWithGoogle(google: Google, browser: Browser, claims: Record<string, unknown> = ann) {
  const { body } = await browser.ask('POST /api/auth/google/reauthenticate');
  const { stateToken, codeChallenge } = Init.parse(body);
  const code = google.codeFor(codeChallenge, claims);
  return () => returnFromGoogle(browser, { code, state: stateOf(stateToken, '/auth/confirmed') });
}

export const refreshWithGoogle = (browser: Browser) => browser.ask('POST /api/auth/google/oauth2_refresh');

/** Returns the keys of all stored items, without the counters of its starts. */
export const storedKeys = async (site: AuthSite) =>
  keysOf([...(await site.items('auth')), ...(await site.items('sessions'))]);

/** Expects that no cookie identifies the user any more. */
export async function expectSignedOut(browser: Browser) {
  expect((await getSession(browser)).status).toBe(401);
  const remaining = [...browser.jar.keys()].filter((name) => !['__Host-step-g', '__Host-device'].includes(name));
  expect(remaining).toEqual([]);
}
