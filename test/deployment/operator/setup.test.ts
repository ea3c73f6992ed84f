import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { prepare } from 'infra/operator/setup/prepare';
import { OperatorError } from 'infra/operator/terminal';
import { type Account, newAccount } from '../../support/account/account-state.ts';
import { scriptedTerminal, useOperatorShell } from '../../support/account/operator.ts';
import { keptRecord } from '../../support/account/kept-record.ts';

const account: Account = newAccount();
const shell = await useOperatorShell(account);
beforeEach(() => {
  Object.assign(account, newAccount());
  Object.assign(digests, { now: `sha256:${'5c'.repeat(32)}`, refusal: '' });
  shell.forgetSite();
});

type Options = Parameters<typeof prepare>[0]['options'];

/** The digest that the tag has, and what is said when there is no answer. */
const digests = { now: '', refusal: '' };

const digestOf = () =>
  digests.refusal === '' ? Promise.resolve(digests.now) : Promise.reject(new OperatorError(digests.refusal));

/** Runs setup with these answers. Bootstrapping is the CDK's own, so it is only noted. */
async function setUp(answers: Record<string, string> = {}, options: Options = [], bootstrapCode = 0) {
  const { terminal, asked, said } = scriptedTerminal(answers);
  const bootstrapped: string[] = [];
  const bootstrap = (environment: string) => {
    bootstrapped.push(environment);
    return Promise.resolve(bootstrapCode);
  };
  await prepare({ options, terminal, bootstrap, digestOf, pause: () => Promise.resolve() });
  return { asked, bootstrapped, said: said() };
}

const site = { aws: { account: '123456789012', region: 'us-east-1', profile: null }, owner: null };
const valueOf = (name: string) => account.parameters.get(name)?.value;

describe('npm run setup', () => {
  it('prepares an empty account and writes site.json without a secret', async () => {
    const answers = { OWNER_EMAIL: 'ann@example.org', OPENAI_API_KEY: 'sk-1' };
    const { said, bootstrapped } = await setUp(answers);
    expect(shell.readSite()).toEqual({
      ...site,
      owner: 'ann@example.org',
      stacks: { zoneLetter: 'c', pinnedImage: { image: 'itzg/minecraft-bedrock-server:latest', digest: digests.now } },
      operations: { alarmsTo: 'ann@example.org', concurrentExecutions: 10 },
    });
    expect(account.parameters.get('/home-page/openai-key')).toEqual({ type: 'SecureString', value: 'sk-1' });
    expect(valueOf('/home-page/origin-verify')).toMatch(/^[\w-]{43}$/);
    expect(bootstrapped).toEqual([]);
    expect(said).not.toContain('sk-1');
  });

  it('says beforehand what it costs, that CloudFront verifies new accounts, and what ten executions mean', async () => {
    const { said } = await setUp();
    expect(said).toMatch(/about 0\.14 a month/);
    expect(said).toContain('Your account must be verified before you');
    expect(said).toContain('Lambda runs 10 calls at once in this account');
    account.concurrency = 1000;
    expect((await setUp()).said).toContain('Lambda runs 1000 calls at once\n');
  });

  it('writes what Lambda runs at once in this account, also after the quota was raised', async () => {
    await setUp({ OWNER_EMAIL: 'ann@example.org' });
    account.concurrency = 400;
    await setUp();
    expect(shell.readSite()).toMatchObject({ operations: { alarmsTo: 'ann@example.org', concurrentExecutions: 400 } });
  });

  it('refuses an account that runs less than the site needs', async () => {
    account.concurrency = 5;
    await expect(setUp()).rejects.toThrow(/^Lambda runs 5 calls at once in this account, and the site needs 10\./);
    expect(shell.readSite()).not.toHaveProperty('operations');
  });

  it('pins the image of the game servers anew, and leaves the pinned one when there is no answer', async () => {
    await setUp();
    digests.now = `sha256:${'77'.repeat(32)}`;
    await setUp();
    expect(shell.readSite()).toMatchObject({ stacks: { zoneLetter: 'c', pinnedImage: { digest: digests.now } } });
    digests.refusal = 'Docker Hub cannot be reached.';
    const { said } = await setUp();
    expect(said).toContain('Docker Hub cannot be reached. The image of the game servers stays as it was.');
    expect(shell.readSite()).toMatchObject({ stacks: { pinnedImage: { digest: digests.now } } });
  });

  it('says when the CDK cannot be bootstrapped', async () => {
    account.parameters.set('/cdk-bootstrap/hnb659fds/version', { type: 'String', value: '5' });
    await expect(setUp({}, [], 1)).rejects.toThrow('The CDK could not be bootstrapped. Its output says why.');
  });

  it('bootstraps the CDK unless that has been done', async () => {
    account.parameters.delete('/cdk-bootstrap/hnb659fds/version');
    expect((await setUp()).bootstrapped).toEqual(['aws://123456789012/us-east-1']);
  });

  it('can be run again: it asks for what is missing only and changes no existing value', async () => {
    await setUp({ OWNER_EMAIL: 'ann@example.org', OPENAI_API_KEY: 'sk-1' });
    const before = new Map(account.parameters);
    const { asked, said } = await setUp({ OWNER_EMAIL: 'bob@example.org', OPENAI_API_KEY: 'sk-2' });
    expect(asked).toEqual(['SITE_DOMAIN', 'GOOGLE_CLIENT_ID']);
    expect(account.parameters).toEqual(before);
    expect(said).toContain('/home-page/openai-key exists already');
    expect(shell.readSite()).toMatchObject({ owner: 'ann@example.org' });
  });

  it('turns on Google with its client, its secret and its people', async () => {
    const google = {
      GOOGLE_CLIENT_ID: '1-a.apps',
      GOOGLE_CLIENT_SECRET: 'GOCSPX-1',
      GOOGLE_USERS: 'a@b.example, c@d.example',
    };
    const { said } = await setUp(google);
    expect(shell.readSite()).toMatchObject({ google: { clientId: '1-a.apps', users: ['a@b.example', 'c@d.example'] } });
    expect(account.parameters.get('/home-page/google-client-secret')?.type).toBe('SecureString');
    expect(said).not.toContain('GOCSPX');
  });

  it.each([{ OWNER_EMAIL: 'ann' }, { ALARMS_EMAIL: 'ann@home' }])('refuses %j in a sentence', async (answers) => {
    await expect(setUp(answers)).rejects.toThrow(/_EMAIL: ann(@home)? is not an email address/);
  });

  it('refuses to mix two accounts', async () => {
    await setUp();
    account.id = '210987654321';
    await expect(setUp()).rejects.toThrow('site.json belongs to account 123456789012, not 210987654321.');
    account.parameters.delete('/home-page/origin-verify');
    await expect(setUp()).rejects.toThrow(
      /site\.json belongs to account 123456789012, and these credentials find nothing/,
    );
    expect(valueOf('/home-page/origin-verify')).toBeUndefined();
  });
});

describe('the zone of the worlds', () => {
  it('is the first one with EFS One Zone and the servers’ type, and its trial file system is deleted', async () => {
    await setUp();
    // In zone a there is no EFS One Zone, and in zone b there are no servers.
    expect(valueOf('/home-page/zone/c')).toBe('us-east-1c');
    expect(account.calls).toContain('efs DeleteFileSystem');
    expect(account.fileSystems.size).toBe(0);
  });

  it('stays where it is, even when an earlier letter becomes possible', async () => {
    await setUp();
    for (const zone of account.zones) Object.assign(zone, { id: 'use1-az6', types: ['t3.small'] });
    shell.forgetSite();
    await setUp();
    expect(shell.readSite()).toMatchObject({ stacks: { zoneLetter: 'c' } });
    expect([...account.parameters.keys()].filter((name) => name.startsWith('/home-page/zone/'))).toHaveLength(1);
  });

  it('is refused in a region that has none', async () => {
    for (const zone of account.zones) zone.types = [];
    await expect(setUp()).rejects.toThrow(/^No zone of us-east-1 has EFS One Zone and t3\.small/);
  });
});

describe('npm run setup -- --protect', () => {
  it('turns on protection for the next deployment, once there is a stack', async () => {
    await expect(setUp({}, ['--protect'])).rejects.toThrow(/^Deploy first/);
    account.stack = { status: 'CREATE_COMPLETE', isProtected: false, outputs: {}, resources: [] };
    const { said } = await setUp({}, ['--protect']);
    expect(said).toContain('The next deployment protects the stack');
    expect(shell.readSite()).toMatchObject({ operations: { protected: true } });
  });
});

describe('npm run setup -- --adopt', () => {
  beforeEach(() => {
    for (const number of [1, 2]) {
      const value = JSON.stringify(keptRecord(number));
      account.parameters.set(`/home-page/kept/${number}`, { type: 'String', value });
    }
  });

  it('writes what the newest record holds', async () => {
    await setUp({}, ['--adopt']);
    expect(shell.readSite()).toMatchObject({ operations: { adopted: keptRecord(2) } });
    await setUp();
    expect(shell.readSite()).toMatchObject({ operations: { adopted: keptRecord(2) } });
  });

  it('is asked for when an earlier deployment has kept something', async () => {
    await expect(setUp()).rejects.toThrow(
      /^An earlier deployment kept its tables, .* \(\/home-page\/kept\/2\)\.\nTo use them again: npm run setup -- --adopt/,
    );
  });

  it('is refused while the site is deployed, and where nothing was kept', async () => {
    account.stack = { status: 'UPDATE_COMPLETE', isProtected: true, outputs: {}, resources: [] };
    await expect(setUp({}, ['--adopt'])).rejects.toThrow(OperatorError);
    Object.assign(account, newAccount());
    shell.forgetSite();
    await expect(setUp({}, ['--adopt'])).rejects.toThrow(/^There is nothing to adopt/);
  });
});

describe('a domain of one’s own', () => {
  const answers = { SITE_DOMAIN: 'Home.example.org' };
  const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/c-1';
  // CloudFront's certificate is in us-east-1, wherever the site is.
  beforeEach(() => {
    process.env['AWS_REGION'] = 'eu-central-1';
  });
  afterEach(() => void shell.enter());

  it('gets a certificate that is validated through its zone in Route 53', async () => {
    account.hostedZones.push(
      { id: 'Z2', name: 'other.example.' },
      // The resolvers of the world do not see a private zone, so a record in it validates nothing.
      { id: 'Z3', name: 'home.example.org.', isPrivate: true },
      { id: 'Z1', name: 'example.org.' },
    );
    const { said } = await setUp(answers);
    expect(shell.readSite()).toMatchObject({
      site: { domain: { name: 'home.example.org', certificateArn, hostedZoneId: 'Z1' } },
    });
    expect(said).toContain('https://home.example.org/api/auth/google/oauth2');
    expect(account.calls.filter((call) => call.endsWith('ChangeResourceRecordSets'))).toHaveLength(1);
  });

  it('gets one certificate from two setups at once', async () => {
    await setUp();
    await Promise.all([setUp(answers), setUp(answers)]);
    expect(account.certificates).toHaveLength(1);
  });

  it('without such a zone waits for the record that it prints, and requests no second certificate', async () => {
    // The account has a certificate for another domain, which its list begins with.
    account.certificates.push({ arn: certificateArn.replace('c-1', 'c-0'), domain: 'other.example', described: 1 });
    expect((await setUp(answers)).said).toContain('_v1.home.example.org.  CNAME  _x1.acm-validations.aws.');
    expect(shell.readSite()).not.toHaveProperty('site');
    account.records.set('_v1.home.example.org.', '_x1.acm-validations.aws.');
    // After an hour the same token would make another certificate.
    for (const certificate of account.certificates) certificate.token = undefined;
    await setUp(answers);
    const domain = { name: 'home.example.org', certificateArn: certificateArn.replace('c-1', 'c-2') };
    expect(shell.readSite()).toMatchObject({ site: { domain: { ...domain, hostedZoneId: null } } });
    expect(account.certificates).toHaveLength(2);
  });
});

/** Runs the command itself to its end. Without `hears` its output is closed at once. */
async function runCommand(words: string[], env: Record<string, string> = {}, hears = true) {
  const child = spawn(process.execPath, ['bin/setup.ts', ...words], {
    env: { PATH: process.env['PATH'], ...shell.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => void child.once('exit', resolve));
  if (!hears) child.stdout.destroy();
  const said = hears ? text(child.stdout) : '';
  return { errors: await text(child.stderr), said: await said, code: await ended };
}

describe('the command', () => {
  it('takes its answers from the environment', async () => {
    const { said, ...end } = await runCommand([], { OWNER_EMAIL: 'ann@example.org' });
    expect(end).toEqual({ errors: '', code: 0 });
    expect(said).toContain('Owner: ann@example.org. Alarms to: ann@example.org');
    expect(said).toContain('Next: npm run deploy');
  });

  it('ends without a stack when its output is closed', async () => {
    expect(await runCommand([], {}, false)).toEqual({ errors: '', said: '', code: 1 });
  });

  it('bootstraps with the CDK itself, outside of the project', async () => {
    account.parameters.delete('/cdk-bootstrap/hnb659fds/version');
    const { said, errors, code } = await runCommand([]);
    expect(`${said}${errors}`).toContain('Bootstrapping environment aws://123456789012/us-east-1');
    // The account of this test has nothing that the CDK could bootstrap.
    expect(errors).toContain('The CDK could not be bootstrapped. Its output says why.');
    expect(code).toBe(1);
  });

  it.each([
    [['--now'], {}, /^npm run setup \[-- --protect \| --adopt\]\n$/],
    [[], { npm_config_protect: 'true' }, /^npm needs -- before options: npm run setup -- --protect\n$/],
    [[], { AWS_REGION: '' }, /^No region is chosen: AWS_REGION=eu-central-1 npm run setup\n$/],
  ])('%j with %j says what is wrong', async (words, env, errors) => {
    expect(await runCommand(words, env)).toMatchObject({ errors: expect.stringMatching(errors), code: 1 });
  });
});
