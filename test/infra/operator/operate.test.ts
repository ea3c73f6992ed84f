import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cognitoService } from 'local/aws/cognito/service';
import { dynamoDbService } from 'local/aws/dynamodb/service';
import { ssmService } from 'local/aws/ssm/ssm';
import { type AwsEndpoint, startEndpoint } from 'local/aws/endpoint';
import { listen } from 'local/http/listen';
import { type AuthSite, type Browser, startAuthSite } from '../../support/site/auth-site.ts';
import { enter, refresh, signedIn, signIn, whoAmI } from '../../support/site/test-user.ts';
import { poolDescription } from '../../support/aws/user-pool.ts';

jest.setTimeout(120_000);

const place = { account: '000000000000', region: 'us-east-1' };
const parameters: Record<string, string> = {};
const ann = 'ann@example.org';
const bob = 'bob@example.org';

let site: AuthSite;
/** AWS, with nothing but what a deployment leaves there. */
let aws: AwsEndpoint;
let freePort: number;
let anns: Browser;
let bobs: Browser;
beforeAll(async () => {
  // The commands go by the clock of the machine.
  [site, aws] = await Promise.all([startAuthSite({ startMs: Date.now() }), startEndpoint()]);
  aws.open({
    services: {
      ssm: ssmService(parameters, {}, place),
      dynamodb: dynamoDbService(site.tables.origin, place),
      'cognito-idp': cognitoService(site.pool.cognito, place),
    },
    callerOf: () => ({ name: 'the operator', allows: () => true }),
    report: () => {},
  });
  const server = createServer();
  freePort = await listen(server);
  server.close();
  anns = await signedIn(site, ann);
  bobs = await signedIn(site, bob);
});
afterAll(async () => {
  await aws.close();
  await site.close();
});

/** A command, by somebody with credentials. */
const run = (command: 'sessions' | 'reset-mfa', options: string[], port = freePort) =>
  promisify(execFile)('node', [`local/src/${command}.ts`, ...options], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      AWS_ENDPOINT_URL: aws.origin,
      AWS_REGION: place.region,
      AWS_ACCESS_KEY_ID: 'AKIDOPERATOR',
      AWS_SECRET_ACCESS_KEY: 'x',
    },
  });

const said = (stderr: string | RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(stderr) });

describe('the operator’s commands', () => {
  it('never reach the deployed site unless they are told to', async () => {
    const other = createServer((_, response) => response.writeHead(404).end());
    const port = await listen(other);
    await expect(run('sessions', [ann, '--end'])).rejects.toMatchObject(
      said(/^No site runs at http:\/\/localhost:\d+\. Another port: PORT=…; the deployed site: -- --deployed\n$/),
    );
    await expect(run('reset-mfa', [ann], port)).rejects.toMatchObject(said(/is not this site \(it answered 404\)/));
    other.close();
    expect((await whoAmI(anns)).status).toBe(200);
  });

  it.each([
    ['sessions', [ann, bob]],
    ['reset-mfa', [ann, '--end', '--deployed']],
  ] as const)('%s %j is told how to ask', async (command, options) => {
    const usage = new RegExp(`^npm run ${command} -- <e-mail> .*\\[--deployed\\]\n$`);
    await expect(run(command, [...options])).rejects.toMatchObject(said(usage));
  });

  it('say what is missing when nothing is deployed', async () => {
    await expect(run('sessions', [ann, '--deployed'])).rejects.toMatchObject(
      said(/^The deployed site cannot be reached: .*auth-table/),
    );
  });
});

describe('at the deployed site', () => {
  beforeAll(() => {
    Object.assign(parameters, {
      '/home-page/auth-table': 'auth',
      '/home-page/sessions-table': 'sessions',
      '/home-page/user-pool': poolDescription.poolId,
    });
  });

  it('sessions lists a person’s, and ends them all and nobody else’s', async () => {
    const second = site.browser();
    await enter(site, second, ann);
    const { stdout } = await run('sessions', ['ANN@example.org', '--deployed']);
    expect(stdout).toMatch(/^(cognito\|\S+  since \d{4}-\d\d-\d\d \d\d:\d\d UTC\n){2}\(at the deployed site\)\n$/);
    const ended = await run('sessions', [ann, '--end', '--deployed']);
    expect(ended.stdout).toBe(`${ann} has been signed out of 2 browsers.\n(at the deployed site)\n`);
    for (const browser of [anns, second]) {
      expect((await whoAmI(browser)).status).toBe(401);
      expect((await refresh(browser)).status).toBe(401);
    }
    expect((await whoAmI(bobs)).status).toBe(200);
    const after = await run('sessions', [ann, '--deployed']);
    expect(after.stdout).toBe(`${ann} is signed in nowhere.\n(at the deployed site)\n`);
  });

  it('reset-mfa lets a person set up another authenticator, and leaves the sessions', async () => {
    const { stdout } = await run('reset-mfa', [bob, '--deployed']);
    expect(stdout).toContain(`${bob} sets up another authenticator at the next sign-in.`);
    expect((await signIn(site.browser(), bob)).body).toMatchObject({ errorCode: 'requireSetupMFA' });
    expect((await whoAmI(bobs)).status).toBe(200);
  });

  it('both say it when there is nobody of that name', async () => {
    await expect(run('sessions', ['no@example.org', '--deployed'])).rejects.toMatchObject(
      said('Nobody has signed in as no@example.org.'),
    );
    await expect(run('reset-mfa', ['no@example.org', '--deployed'])).rejects.toMatchObject(
      said('There is no account no@example.org with a password.'),
    );
  });
});
