import { expect } from '@jest/globals';
import { googleAuthorizationUrl } from 'web/features/auth/google/google-sign-in';
import * as z from 'zod';
import type { TestCloud } from '../support/aws/cloud.ts';
import { cookieBrowser } from '../support/site/cookie-browser.ts';
import { chooseAccount } from '../support/google/google-page.ts';
import type { Scenario } from '../support/faults/scenario.ts';

const Init = z.object({
  authorization_endpoint: z.string(),
  clientId: z.string(),
  stateToken: z.string(),
  codeChallenge: z.string(),
});

/** Creates a user that signs in with Google, and starts again when the site redirects to the sign-in page. */
export const googleUser = (cloud: TestCloud): Scenario => ({
  async begin() {
    const browser = cookieBrowser(cloud);

    /** Retries until the answer is no server error. */
    async function ask(method: string, path: string, headers: Record<string, string> = {}) {
      for (let tries = 0; tries < 10; tries++) {
        const answer = await browser.ask(method, path, undefined, headers);
        if (answer.status !== undefined && answer.status < 500) return answer;
      }
      throw new Error(`${path} only answers server errors`);
    }

    async function signIn() {
      for (let tries = 0; tries < 8; tries++) {
        const init = Init.parse((await ask('GET', '/api/auth/google/init')).body);
        const back = await chooseAccount(googleAuthorizationUrl(init, cloud.origin, '/stack'), 'ann@home.example');
        cloud.secrets.add(init.stateToken).add(back.searchParams.get('code') ?? '');
        const { headers } = await ask('GET', back.pathname + back.search, { 'sec-fetch-site': 'cross-site' });
        if (headers.location === '/stack') return;
        expect(headers.location).toMatch(/^\/auth\?error=(provider|expired)&redirectUrl=%2Fstack$/);
      }
      throw new Error('Ann is never signed in');
    }

    return {
      act: signIn,
      isOver: async () => (await ask('GET', '/api/auth/session')).status === 200,
      async check() {
        expect((await ask('POST', '/api/auth/google/oauth2_refresh')).status).toBe(200);
        await ask('GET', '/api/auth/logout', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' });
        expect((await ask('GET', '/api/auth/session')).status).toBe(401);
      },
    };
  },
});
