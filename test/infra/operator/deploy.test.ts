import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { visits } from 'infra/operator/deployed/checks';
import { deploySite } from 'infra/operator/deployed/deploy';
import { prepare } from 'infra/operator/setup/prepare';
import { listen } from 'local/http/listen';
import { type Account, newAccount } from '../../support/account/account-state.ts';
import { startAccount } from '../../support/account/account.ts';
import { keptRecord } from '../../support/account/kept-record.ts';
import { openShell, scriptedTerminal } from '../../support/account/operator.ts';
import { type AuthSite, startAuthSite } from '../../support/site/auth-site.ts';
import { mailedCode, signIn, submitPassword, totp, signUp } from '../../support/site/test-user.ts';

const owner = 'ann@example.org';
const account: Account = newAccount();
let aws: Awaited<ReturnType<typeof startAccount>>;
let shell: ReturnType<typeof openShell>;
let site: AuthSite;
/** The deployed site as a visitor sees it. */
const answers = new Map<string | undefined, number>();
const visited = createServer((request, response) => response.writeHead(answers.get(request.url) ?? 404).end());
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(visited)}`;
  site = await startAuthSite({ startMs: Date.now() });
  // The tables are those of a running sign-in, so that the link can be tried.
  aws = await startAccount(account, async ({ request, body }, service) => {
    if (service !== 'dynamodb') return undefined;
    const headers = new Headers({ 'content-type': 'application/x-amz-json-1.0' });
    for (const name of ['x-amz-target', 'x-amz-date', 'authorization'])
      headers.set(name, String(request.headers[name]));
    const answer = await fetch(site.tables.origin, { method: 'POST', headers, body });
    return { status: answer.status, body: await answer.text(), type: 'application/x-amz-json-1.0' };
  });
  shell = openShell(aws.origin);
  shell.enter();
});
beforeEach(() => {
  Object.assign(account, newAccount());
  for (const [path, status] of visits) answers.set(path, status);
  shell.forgetSite();
});
afterAll(async () => {
  aws.close();
  shell.close();
  visited.closeAllConnections();
  visited.close();
  await site.close();
});

const setUp = () =>
  prepare({
    options: [],
    terminal: scriptedTerminal({ OWNER_EMAIL: owner, OPENAI_API_KEY: 'sk-1' }).terminal,
    bootstrap: () => Promise.resolve(0),
    pause: () => Promise.resolve(),
    digestOf: () => Promise.resolve(`sha256:${'5c'.repeat(32)}`),
  });

/** Deploys. The simulated deployment creates a stack and the parameters that the template writes. */
async function deploy(exitCode = 0) {
  const { terminal, said } = scriptedTerminal();
  const environments: (string | undefined)[][] = [];
  const cdkDeploy = () => {
    environments.push([process.env['AWS_REGION'], process.env['AWS_PROFILE']]);
    if (exitCode === 0) {
      const outputs = { Url: url, EdgeDomain: 'd1.cloudfront.net' };
      account.stack = { status: 'CREATE_COMPLETE', isProtected: false, outputs, resources: [] };
      const written = {
        'auth-table': 'auth',
        'sessions-table': 'sessions',
        'audit-table': 'audit',
        'audit-days': '90',
        'user-pool': 'us-east-1_A',
        'account-mail-topic': site.mailTopic.topicArn,
        'site-name': 'Lighthouse',
      };
      for (const [name, value] of Object.entries(written))
        account.parameters.set(`/home-page/${name}`, { type: 'String', value });
    }
    return Promise.resolve(exitCode);
  };
  const ended = await deploySite({ terminal, cdkDeploy }).catch((error: unknown) => error);
  return { ended, said: said(), environments };
}

describe('npm run deploy', () => {
  it('leads from an empty account to a signed-in owner: setup, deploy and one visit', async () => {
    await setUp();
    const { ended, said } = await deploy();
    expect(ended).toBe(0);
    // The doctor reports it, and the next deployment turns the protection on.
    expect(said).toContain('npm run setup -- --protect');
    const [, invitation = ''] = /http:\/\/127\.0\.0\.1:\d+\/auth\/signin\/cognito#invitation=(\S+)/.exec(said) ?? [];
    const browser = site.browser();
    expect((await signUp(browser, owner, invitation)).status).toBe(200);
    const confirmationCode = mailedCode(site, owner);
    await browser.ask('POST /api/auth/cognito/sign_up_confirm', { username: owner, confirmationCode });
    await submitPassword(browser, owner);
    await browser.ask('POST /api/auth/cognito/setup_mfa', { userCode: totp(site, owner) });
    expect((await signIn(site, browser, owner)).status).toBe(200);
    // The owner has an account now and needs no other link.
    const again = await deploy();
    expect(again.said).toContain(`${owner} signs in there.`);
    expect(again.said).not.toContain('#invitation=');
  });

  it('uses the region and the profile of site.json for the CDK as well', async () => {
    await setUp();
    shell.writeSite({ aws: { account: account.id, region: 'eu-central-1', profile: 'home' } });
    try {
      expect((await deploy()).environments).toEqual([['eu-central-1', 'home']]);
    } finally {
      delete process.env['AWS_PROFILE'];
      shell.enter();
    }
  });

  it('fails when the site does not work after it, and says how to go back', async () => {
    await setUp();
    answers.set('/api/chat/usage', 500);
    const { ended, said } = await deploy();
    expect(String(ended)).toMatch(
      /The site was deployed and does not work\. To go back .* docs\/operations\.md, "When something is wrong"/,
    );
    expect(said).toContain(`wrong  ${url}/api/chat/usage answers 500 instead of 401`);
    // The owner still gets the link.
    expect(said).toMatch(new RegExp(`${owner} signs (up|in)`));
  });

  it('needs a setup first', async () => {
    expect(String((await deploy()).ended)).toContain('There is no site.json. It comes from: npm run setup');
  });

  it('needs a setup that came to its end', async () => {
    await setUp();
    account.parameters.delete('/cdk-bootstrap/hnb659fds/version');
    expect(String((await deploy()).ended)).toMatch(/the CDK is not bootstrapped\. Run this first: npm run setup$/);
    expect(account.stack).toBeUndefined();
  });

  it('says where to read on when the CDK fails', async () => {
    await setUp();
    expect(String((await deploy(1)).ended)).toMatch(
      /The site was not deployed\. .* docs\/operations\.md: "When a deployment fails"/,
    );
  });

  it('does not begin with empty tables beside those that an earlier deployment kept', async () => {
    await setUp();
    account.parameters.set('/home-page/kept/1', { type: 'String', value: JSON.stringify(keptRecord()) });
    expect(String((await deploy()).ended)).toContain('npm run setup -- --adopt');
    expect(account.stack).toBeUndefined();
  });
});

describe('the command', () => {
  it('passes its words to cdk deploy, and its exit code on', async () => {
    await setUp();
    // This app replaces the site's, is not built, and fails at once.
    const words = ['bin/deploy.ts', '--app', 'echo no app; exit 1', '--build', 'true'];
    const child = spawn(process.execPath, words, {
      env: { PATH: process.env['PATH'], ...shell.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => void child.once('exit', resolve));
    const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(`${said}${errors}`).toContain('no app');
    expect(errors).toMatch(/^The site was not deployed\./m);
    expect(await ended).toBe(1);
  });
});
