import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { examine } from 'infra/operator/deployed/doctor';
import { listen } from 'local/http/listen';
import { type Account, newAccount } from '../../support/account/account-state.ts';
import { startAccount } from '../../support/account/account.ts';
import { openShell, scriptedTerminal } from '../../support/account/operator.ts';

jest.setTimeout(120_000);

const nowMs = Date.UTC(2026, 10, 22);
const topic = 'arn:aws:sns:us-east-1:123456789012:HomePage-Alerts';
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/c-1';
const account: Account = newAccount();
let aws: Awaited<ReturnType<typeof startAccount>>;
let shell: ReturnType<typeof openShell>;
/** The deployed site, which answers its health call with this status. */
let health = 200;
const site = createServer((request, response) =>
  response.writeHead(request.url === '/api/health' ? health : 404).end(),
);
let url: string;

beforeAll(async () => {
  aws = await startAccount(account, () => Promise.resolve(undefined));
  shell = openShell(aws.origin);
  shell.enter();
  url = `http://127.0.0.1:${await listen(site)}`;
});
afterAll(() => {
  aws.close();
  shell.close();
  site.closeAllConnections();
  site.close();
});

/** A deployed site without a fault. Each test takes one thing from it. */
beforeEach(() => {
  Object.assign(account, newAccount());
  health = 200;
  account.concurrency = 1000;
  account.stack = {
    status: 'UPDATE_COMPLETE',
    isProtected: true,
    outputs: { Url: url, EdgeDomain: 'd1.cloudfront.net' },
    resources: [
      { type: 'AWS::SNS::Topic', id: topic },
      { type: 'AWS::Logs::LogGroup', id: 'chat-log' },
    ],
  };
  account.subscriptions.set(topic, [{ address: 'ann@example.org', arn: `${topic}:1` }]);
  account.parameters.set('/home-page/origin-verify', { type: 'String', value: 'x' });
  account.parameters.set('/home-page/openai-key', { type: 'SecureString', value: 'x' });
  account.logs.set('chat-log', [
    { timestamp: nowMs - 2 * 86_400_000, message: 'an ERROR of the day before yesterday' },
  ]);
  shell.writeSite({ operations: { protected: true } });
});

async function doctor() {
  const { terminal, said } = scriptedTerminal();
  const faults = await examine(terminal, nowMs);
  return { faults, said: said() };
}
const stack = () => {
  if (!account.stack) throw new Error('no stack');
  return account.stack;
};

describe('npm run doctor', () => {
  it('finds nothing at a sound site', async () => {
    expect(await doctor()).toEqual({
      faults: 0,
      said: [
        ...['stack', 'parameters', 'subscriptions', 'quota', 'domain', 'address', 'errors'].map(
          (each) => `ok     ${each}`,
        ),
        'No problems found.',
      ].join('\n'),
    });
  });

  it('says how to deploy where there is no stack', async () => {
    account.stack = undefined;
    const { faults, said } = await doctor();
    expect(faults).toBe(1);
    expect(said).toMatch(/^wrong {2}There is no stack HomePage here.*npm run deploy$/);
  });

  it.each<[string, () => void, RegExp]>([
    [
      'protection that is not asked for',
      () => {
        shell.writeSite({});
        stack().isProtected = false;
      },
      /can still be deleted: npm run setup -- --protect, then npm run deploy/,
    ],
    [
      'protection that is not deployed',
      () => void (stack().isProtected = false),
      /can still be deleted: npm run deploy\n/,
    ],
    [
      'protection that the next deployment would take away',
      () => shell.writeSite({}),
      /can still be deleted: npm run setup -- --protect/,
    ],
    [
      'a failed deployment',
      () => void (stack().status = 'UPDATE_ROLLBACK_FAILED'),
      /The stack is UPDATE_ROLLBACK_FAILED/,
    ],
    [
      'a missing key',
      () => account.parameters.delete('/home-page/openai-key'),
      /\/home-page\/openai-key is missing, so the chat cannot answer: npm run setup/,
    ],
    [
      'a missing secret of Google',
      () => shell.writeSite({ google: { clientId: '1-a' }, operations: { protected: true } }),
      /google-client-secret is missing, so no one can sign in with Google/,
    ],
    [
      'a subscription that waits for its confirmation',
      () => account.subscriptions.set(topic, [{ address: 'bob@example.org', arn: 'PendingConfirmation' }]),
      /bob@example\.org has not confirmed the mail/,
    ],
    ['a site that does not answer as it should', () => void (health = 500), /\/api\/health answers 500 instead of 200/],
    [
      'an error of the last day',
      () => account.logs.set('chat-log', [{ timestamp: nowMs - 3_600_000, message: 'ERROR no such table\n' }]),
      /wrong {2}2026-11-21 23:00 UTC chat-log: ERROR no such table\n/,
    ],
  ])('reports %s', async (_, spoil, sentence) => {
    spoil();
    const { faults, said } = await doctor();
    expect(said).toMatch(sentence);
    expect(faults).toBe(1);
  });

  it('only hints at the quota of a new account', async () => {
    account.concurrency = 10;
    const { faults, said } = await doctor();
    expect(faults).toBe(0);
    expect(said).toContain('hint   Lambda runs 10 calls at once');
  });

  it('reports a certificate that is not valid, and prints the record of a domain that is managed elsewhere', async () => {
    account.certificates.push({ arn: certificateArn, domain: 'home.example.org', described: 1 });
    const domain = { name: 'home.example.org', certificateArn, hostedZoneId: null };
    shell.writeSite({ site: { domain }, operations: { protected: true } });
    const { faults, said } = await doctor();
    expect(faults).toBe(1);
    expect(said).toContain('wrong  The certificate of home.example.org is PENDING_VALIDATION');
    expect(said).toContain(
      'hint   The record to set where home.example.org is managed: home.example.org  CNAME (or ALIAS)  d1.cloudfront.net',
    );
  });
});
