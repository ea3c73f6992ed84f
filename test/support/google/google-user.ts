import { expect } from '@jest/globals';
import * as z from 'zod';
import type { AuthSite, Browser } from '../site/auth-site.ts';
import type { Google } from './google.ts';
import { getSession } from '../site/test-user.ts';

const Init = z.object({
  authorization_endpoint: z.string(),
  clientId: z.string(),
  stateToken: z.string(),
  codeChallenge: z.string(),
});

export const ann = { sub: '1001', email: 'Ann@Example.org', email_verified: true, name: 'Ann Example' };

/** As the browser's own code makes it. */
export const stateOf = (stateToken: string, redirectUrl?: unknown) =>
  Buffer.from(JSON.stringify({ stateToken, redirectUrl })).toString('base64url');

/** How a person goes to Google and back, step by step. */
export async function startGoogleSignIn(browser: Browser) {
  const answer = await browser.ask('GET /api/auth/google/init');
  return { answer, ...Init.parse(answer.body) };
}

/** From another site: no `Strict` cookie comes along. */
export const returnFromGoogle = (browser: Browser, query: Record<string, string>) =>
  browser.ask('GET /api/auth/google/oauth2', undefined, {
    query: new URLSearchParams(query).toString(),
    cookies: [...browser.jar].filter(([name]) => name.startsWith('__Host-step-')).map((pair) => pair.join('=')),
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  });

/** All the way, as an account that Google speaks of so. */
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

export const refreshWithGoogle = (browser: Browser) => browser.ask('POST /api/auth/google/oauth2_refresh');

/** Everything that is in the tables, by its keys. */
export const storedKeys = async (site: AuthSite) =>
  [...(await site.items('auth')), ...(await site.items('sessions'))]
    .map(({ pk, sk }) => `${String(pk)} ${String(sk)}`)
    .toSorted((a, b) => a.localeCompare(b));

/** The answer of a way back: where it leads. */
export const redirectedTo = (location: string) => ({ status: 302, headers: { location } });

/** Nothing says who this browser belonged to. */
export async function expectSignedOut(browser: Browser) {
  expect((await getSession(browser)).status).toBe(401);
  expect([...browser.jar.keys()].filter((name) => name !== '__Host-step-g')).toEqual([]);
}
