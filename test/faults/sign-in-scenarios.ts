import { expect } from '@jest/globals';
import * as z from 'zod';
import type { TestCloud } from '../support/aws/cloud.ts';
import { sendRaw } from '../support/site/raw-request.ts';
import type { Scenario } from '../support/faults/scenario.ts';
import { password } from '../support/credentials.ts';

const Refusal = z.object({ errorCode: z.string().optional(), totp: z.string().optional() });
const Code = z.object({ code: z.string() });
const Mails = z.array(z.object({ to: z.string(), code: z.string().optional() }));

/** Lets users sign in, and retry or follow the site's next step when the site fails. */
export function signInScenarios(cloud: TestCloud) {
  let users = 0;

  /** Retries until the answer is no server error. */
  function newBrowser() {
    const jar = new Map<string, string>();
    return async (method: string, path: string, body?: object) => {
      for (let tries = 0; tries < 10; tries++) {
        const headers = {
          cookie: [...jar].map((pair) => pair.join('=')).join('; '),
          'sec-fetch-site': 'same-origin',
          ...(path.endsWith('logout') ? { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } : {}),
          'content-type': 'application/json',
        };
        const sent = { method, path: `/api/auth/${path}`, headers };
        const answer = await sendRaw(cloud.origin, body ? { ...sent, body: JSON.stringify(body) } : sent);
        for (const set of answer.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          if (/Max-Age=0/.test(set)) jar.delete(name);
          else jar.set(name, value);
          if (value.length > 20) cloud.secrets.add(value);
        }
        if (answer.status < 500) return { status: answer.status, ...Refusal.parse(answer.body) };
      }
      throw new Error(`${path} only answers server errors`);
    };
  }
  type Browser = ReturnType<typeof newBrowser>;

  async function local<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    return schema.parse((await sendRaw(cloud.origin, { method: 'GET', path: `/_local${path}` })).body);
  }

  /** Returns an unused code of the authenticator. */
  async function totp(username: string) {
    await cloud.control('/clock', { advanceMs: 60_000 });
    const { code } = await local(`/totp?username=${username}`, Code);
    cloud.secrets.add(code);
    return code;
  }

  async function mailed(username: string) {
    const { code = '' } = (await local('/mail', Mails)).findLast((mail) => mail.to === username && mail.code) ?? {};
    cloud.secrets.add(code);
    return code;
  }

  /** Follows the steps that the site names until the user is signed in. */
  async function signIn(browser: Browser, username: string) {
    for (let tries = 0; tries < 8; tries++) {
      const answer = await browser('POST', 'cognito/sign_in', { username, password });
      if (answer.totp) cloud.secrets.add(answer.totp);
      switch (answer.errorCode ?? 'nothing') {
        case 'requiresConfirm':
          await browser('POST', 'cognito/sign_up_confirm', { username, confirmationCode: await mailed(username) });
          break;
        case 'requireSetupMFA':
          await browser('POST', 'cognito/setup_mfa', { userCode: await totp(username) });
          break;
        case 'requireMFA': {
          const confirmed = await browser('POST', 'cognito/sign_in_confirm', {
            username,
            userCode: await totp(username),
          });
          if (confirmed.status === 200) return;
          break;
        }
        default:
          throw new Error(`sign_in says ${answer.errorCode}`);
      }
    }
    throw new Error(`${username} is never signed in`);
  }

  /** A killed function refunds no attempt, so the clock moves between runs to stay below the rate limits. */
  const waitOutRateLimits = () => cloud.control('/clock', { advanceMs: 20 * 60_000 });

  const newUser: Scenario = {
    async begin() {
      await waitOutRateLimits();
      const username = `user${++users}@example.org`;
      const registrationCode = await cloud.app.invite();
      cloud.secrets.add(registrationCode).add(registrationCode.replaceAll('-', '')).add(password);
      const browser = newBrowser();
      const signUp = (name: string) =>
        newBrowser()('POST', 'cognito/sign_up', { username: name, password, registrationCode });
      return {
        async act() {
          expect(await browser('POST', 'cognito/sign_up', { username, password, registrationCode })).toEqual({
            status: 200,
          });
          await signIn(browser, username);
        },
        isOver: async () => (await browser('GET', 'session')).status === 200,
        check: async () => expect(await signUp('another@example.org')).toMatchObject({ status: 400 }),
      };
    },
  };

  const known = 'known@example.org';
  let isKnown = false;
  const returningUser: Scenario = {
    async begin() {
      await waitOutRateLimits();
      if (!isKnown) await createKnownUser();
      const browser = newBrowser();
      return {
        act: () => signIn(browser, known),
        isOver: async () => (await browser('GET', 'session')).status === 200,
        async check() {
          expect(await browser('POST', 'cognito/sign_in_refresh')).toEqual({ status: 200 });
          await browser('GET', 'logout');
          expect((await browser('GET', 'session')).status).toBe(401);
        },
      };
    },
  };

  async function createKnownUser() {
    isKnown = true;
    const browser = newBrowser();
    const registrationCode = await cloud.app.invite();
    await browser('POST', 'cognito/sign_up', { username: known, password, registrationCode });
    await signIn(browser, known);
  }

  return { newUser, returningUser };
}
