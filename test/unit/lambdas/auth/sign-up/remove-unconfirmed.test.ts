import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { unconfirmedAccounts } from 'lambdas/auth/cognito/unconfirmed-accounts';
import { removeUnconfirmed } from 'lambdas/auth/sign-up/remove-unconfirmed';
import type { AuditEvent } from 'lambdas/platform/audit/audit-event';
import { credentials, poolDescription } from '../../../../support/aws/user-pool.ts';
import { type AuthSite, hour, startAuthSite } from '../../../../support/site/auth-site.ts';
import { confirmedUser, mailedCode, signUp } from '../../../../support/site/test-user.ts';

let site: AuthSite;
let client: CognitoIdentityProviderClient;
beforeAll(async () => {
  site = await startAuthSite();
  client = new CognitoIdentityProviderClient({
    endpoint: site.pool.endpoint,
    region: 'us-east-1',
    credentials,
    maxAttempts: 2,
  });
});
afterAll(async () => {
  client.destroy();
  await site.close();
});

const events: AuditEvent[] = [];
beforeEach(() => void (events.length = 0));

const real = () => unconfirmedAccounts(client, poolDescription.poolId);
const run = (accounts = real()) =>
  removeUnconfirmed({
    accounts,
    recordEvent: async (event) => void events.push(event),
    now: () => new Date(site.clock.now()),
  });

const start = async (username: string) => signUp(site.browser(), username, await site.invite());
const exists = (username: string) =>
  site.pool.admin('AdminGetUser', username).then(
    () => true,
    () => false,
  );

describe('the removal of unconfirmed accounts', () => {
  it('removes those that are a day old, keeps the younger and the confirmed ones, and records each', async () => {
    await start('old@example.org');
    await confirmedUser(site, 'confirmed@example.org');
    site.clock.advance(23 * hour);
    await start('young@example.org');
    site.clock.advance(hour);
    await run();
    expect(await Promise.all(['old', 'young', 'confirmed'].map((name) => exists(`${name}@example.org`)))).toEqual([
      false,
      true,
      true,
    ]);
    expect(events).toMatchObject([{ kind: 'accountRemoved', by: 'site', userId: expect.stringMatching(/^cognito\|/) }]);
    await run();
    expect(events).toHaveLength(1);
  });

  it('keeps an account that is confirmed after it was listed', async () => {
    const username = 'late@example.org';
    await start(username);
    site.clock.advance(25 * hour);
    const accounts = real();
    await site.browser().ask('POST /api/auth/cognito/resend_code', { username });
    await run({
      ...accounts,
      async page(token) {
        const page = await accounts.page(token);
        const confirmationCode = mailedCode(site, username);
        await site.browser().ask('POST /api/auth/cognito/sign_up_confirm', { username, confirmationCode });
        return page;
      },
    });
    expect(await exists(username)).toBe(true);
    expect(events.map(({ userId }) => userId)).not.toContain(username);
  });

  it('removes fifty in a run at most, and the rest in the next ones', async () => {
    const left = Array.from({ length: 130 }, (_, at) => ({ name: `id-${String(at).padStart(3, '0')}`, createdMs: 0 }));
    const accounts = {
      async page(token: string | undefined) {
        const from = Number(token ?? 0);
        const next = from + 60 < left.length ? String(from + 60) : undefined;
        return { accounts: left.slice(from, from + 60), next };
      },
      isUnconfirmed: async () => true,
      async remove(name: string) {
        left.splice(
          left.findIndex((each) => each.name === name),
          1,
        );
        return true;
      },
    };
    await run(accounts);
    expect(left).toHaveLength(80);
    await run(accounts);
    await run(accounts);
    expect(left).toEqual([]);
    expect(events).toHaveLength(130);
  });

  it('passes six thousand younger accounts in front of an old one', async () => {
    const young = Array.from({ length: 60 }, (_, at) => ({ name: `young-${at}`, createdMs: site.clock.now() }));
    const removed: string[] = [];
    await run({
      page: async (token = '0') =>
        token === '100'
          ? { accounts: [{ name: 'old', createdMs: 0 }], next: undefined }
          : { accounts: young, next: String(Number(token) + 1) },
      isUnconfirmed: async () => true,
      remove: async (name) => removed.push(name) > 0,
    });
    expect(removed).toEqual(['old']);
  });

  it('ends before its function does, however long the list is and each removal takes', async () => {
    const startedMs = site.clock.now();
    let removals = 0;
    await run({
      async page() {
        site.clock.advance(5000);
        return { accounts: [{ name: 'old', createdMs: 0 }], next: 'again' };
      },
      isUnconfirmed: async () => true,
      async remove() {
        site.clock.advance(5000);
        removals += 1;
        return true;
      },
    });
    expect(removals).toBe(4);
    expect(site.clock.now() - startedMs).toBe(40_000);
  });

  it('records nothing about an account that another run has removed', async () => {
    await run({
      page: async () => ({ accounts: [{ name: 'gone', createdMs: 0 }], next: undefined }),
      isUnconfirmed: async () => true,
      remove: async () => false,
    });
    expect(events).toEqual([]);
  });
});
