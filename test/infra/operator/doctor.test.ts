import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { visits } from 'infra/operator/deployed/checks';
import { examine } from 'infra/operator/deployed/doctor';
import { listen } from 'local/http/listen';
import { type Account, newAccount } from '../../support/account/account-state.ts';
import { startAccount } from '../../support/account/account.ts';
import { silentPort } from '../../support/silent-port.ts';
import { openShell, scriptedTerminal } from '../../support/account/operator.ts';

const nowMs = Date.UTC(2026, 10, 22);
const topic = 'arn:aws:sns:us-east-1:123456789012:HomePage-Alerts';
const accountMails = 'arn:aws:sns:us-east-1:123456789012:HomePage-AccountMailsTopicD48F';
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/c-1';
const account: Account = newAccount();
let aws: Awaited<ReturnType<typeof startAccount>>;
let shell: ReturnType<typeof openShell>;
const operations = { protected: true, concurrentExecutions: 1000 };
/** The deployed site, which answers a visitor with these statuses. */
const answers = new Map<string | undefined, number>();
const site = createServer((request, response) => response.writeHead(answers.get(request.url) ?? 404).end());
let url: string;
/** The address of a site that does not answer. */
let silent: Awaited<ReturnType<typeof silentPort>>;

beforeAll(async () => {
  aws = await startAccount(account, () => Promise.resolve(undefined));
  shell = openShell(aws.origin);
  shell.enter();
  url = `http://127.0.0.1:${await listen(site)}`;
  silent = await silentPort();
});
afterAll(() => {
  silent.close();
  aws.close();
  shell.close();
  site.closeAllConnections();
  site.close();
});

/** A deployed site without a fault. Each test takes one thing from it. */
beforeEach(() => {
  Object.assign(account, newAccount());
  for (const [path, status] of visits) answers.set(path, status);
  account.concurrency = 1000;
  account.stack = {
    status: 'UPDATE_COMPLETE',
    isProtected: true,
    outputs: { Url: url, EdgeDomain: 'd1.cloudfront.net' },
    resources: [
      { type: 'AWS::SNS::Topic', id: topic },
      { type: 'AWS::SNS::Topic', id: accountMails },
      { type: 'AWS::Logs::LogGroup', id: 'auth-log' },
      { type: 'AWS::Logs::LogGroup', id: 'chat-log' },
    ],
  };
  account.subscriptions.set(topic, [{ address: 'ann@example.org', arn: `${topic}:1` }]);
  // Each person confirms the mails about their own account.
  account.subscriptions.set(accountMails, [{ address: 'cy@example.org', arn: 'PendingConfirmation' }]);
  account.parameters.set('/home-page/origin-verify', { type: 'String', value: 'x' });
  account.parameters.set('/home-page/openai-key', { type: 'SecureString', value: 'x' });
  account.logs.set('chat-log', [
    { timestamp: nowMs - 2 * 86_400_000, message: 'an ERROR of the day before yesterday' },
  ]);
  shell.writeSite({ operations });
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

/** Returns a line of a log that is this number of hours old. */
const logged = (hours: number, message: string) => ({ timestamp: nowMs - hours * 3_600_000, message });

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
        shell.writeSite({ operations: { concurrentExecutions: 1000 } });
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
      () => shell.writeSite({ operations: { concurrentExecutions: 1000 } }),
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
      'a missing secret between edge and API',
      () => account.parameters.delete('/home-page/origin-verify'),
      /\/home-page\/origin-verify is missing, so no request reaches the API: npm run setup/,
    ],
    [
      'a missing secret of Google',
      () => shell.writeSite({ google: { clientId: '1-a' }, operations }),
      /google-client-secret is missing, so every sign-in with Google fails/,
    ],
    [
      'a subscription that waits for its confirmation',
      () => account.subscriptions.set(topic, [{ address: 'bob@example.org', arn: 'PendingConfirmation' }]),
      /bob@example\.org has not confirmed the email/,
    ],
    [
      'a quota that is less than the site is configured for',
      () => void (account.concurrency = 100),
      /Lambda runs 100 calls at once, and the site is configured for 1000: npm run setup, then npm run deploy/,
    ],
    [
      'a site that does not answer',
      () => void (stack().outputs['Url'] = silent.origin),
      /http:\/\/127\.0\.0\.1:\d+\/ is not responding: /,
    ],
    [
      'a site that does not answer as it should',
      () => answers.set('/api/health', 500),
      /\/api\/health answers 500 instead of 200/,
    ],
    ['a missing page', () => answers.set('/', 403), /:\d+\/ answers 403 instead of 200/],
    [
      'a function that does not start',
      () => answers.set('/api/chat/usage', 500),
      /\/api\/chat\/usage answers 500 instead of 401/,
    ],
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
    shell.writeSite({ operations: { protected: true, concurrentExecutions: 10 } });
    const { faults, said } = await doctor();
    expect(faults).toBe(0);
    expect(said).toContain('hint   Lambda runs 10 calls at once');
  });

  it('hints at a quota that was raised since the setup', async () => {
    account.concurrency = 2000;
    const { faults, said } = await doctor();
    expect(faults).toBe(0);
    expect(said).toContain(
      'hint   Lambda runs 2000 calls at once. To use more than 1000 of them: npm run setup, then npm run deploy',
    );
  });

  describe('with a domain of one’s own', () => {
    const domain = { name: 'home.example.org', certificateArn, hostedZoneId: 'Z1' };
    beforeEach(() => {
      account.certificates.push({ arn: certificateArn, domain: domain.name, described: 1 });
      account.records.set('_v1.home.example.org.', '_x1.acm-validations.aws.');
      // CloudFront's certificate is in us-east-1, wherever the site is.
      shell.writeSite({
        aws: { account: account.id, region: 'eu-central-1', profile: null },
        site: { domain },
        operations,
      });
    });
    afterEach(() => void shell.enter());

    it('finds nothing while its certificate is good', async () => {
      expect((await doctor()).said).toContain('ok     domain');
    });

    it('reports a certificate that is not valid', async () => {
      account.records.clear();
      const { faults, said } = await doctor();
      expect(faults).toBe(1);
      expect(said).toContain('wrong  The certificate of home.example.org is PENDING_VALIDATION');
    });

    it('reports a certificate that ACM cannot renew', async () => {
      for (const certificate of account.certificates) certificate.renewal = 'PENDING_VALIDATION';
      const { faults, said } = await doctor();
      expect(faults).toBe(1);
      expect(said).toContain(
        'wrong  The certificate of home.example.org cannot be renewed: its validation record is gone. npm run setup',
      );
    });

    it('prints the record to set where the domain is managed elsewhere', async () => {
      shell.writeSite({ site: { domain: { ...domain, hostedZoneId: null } }, operations });
      const { faults, said } = await doctor();
      expect(faults).toBe(0);
      expect(said).toContain(
        'hint   The record to set where home.example.org is managed: home.example.org  CNAME (or ALIAS)  d1.cloudfront.net',
      );
    });
  });

  it('hints at a deployment that is under way', async () => {
    stack().status = 'UPDATE_IN_PROGRESS';
    const { faults, said } = await doctor();
    expect(faults).toBe(0);
    expect(said).toContain('hint   The stack is being changed at the moment: UPDATE_IN_PROGRESS');
  });

  it('shows the start of the newest three failures, and no other line of the logs', async () => {
    account.logs.set('chat-log', [
      logged(5, 'ERROR 5'),
      logged(1, 'INFO all is well'),
      logged(2, `Task timed out ${'x'.repeat(400)}`),
      logged(4, 'ERROR 4'),
      logged(3, 'Runtime exited with error: signal: killed'),
    ]);
    const { faults, said } = await doctor();
    expect(faults).toBe(3);
    expect(said.split('\n').filter((line) => line.includes('chat-log'))).toEqual([
      `wrong  2026-11-21 22:00 UTC chat-log: Task timed out ${'x'.repeat(285)}`,
      'wrong  2026-11-21 21:00 UTC chat-log: Runtime exited with error: signal: killed',
      'wrong  2026-11-21 20:00 UTC chat-log: ERROR 4',
    ]);
  });
});

describe('the command', () => {
  it.each([
    ['0 at a sound site', () => undefined, 0],
    ['1 where there is a fault', () => answers.set('/api/health', 500), 1],
  ])('ends with %s', async (_, spoil, code) => {
    spoil();
    const child = spawn(process.execPath, ['bin/doctor.ts'], {
      env: { PATH: process.env['PATH'], ...shell.env },
      stdio: 'ignore',
    });
    await once(child, 'exit');
    expect(child.exitCode).toBe(code);
  });

  it.each([
    [0, () => undefined, 'ok     address\nNo problems found.\n'],
    [1, () => answers.set('/api/ljmonitor/summary', 502), /^wrong .*summary answers 502 instead of 401\n1 problem\n$/],
  ])('ends with %i at an address, without credentials', async (code, spoil, said) => {
    spoil();
    const child = spawn(process.execPath, ['bin/doctor.ts', url], {
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(await text(child.stdout)).toMatch(said);
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(code);
  });
});
