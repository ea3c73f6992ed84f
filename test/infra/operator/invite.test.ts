import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { dynamoDbService } from 'local/aws/dynamodb/service';
import { ssmService } from 'local/aws/ssm/ssm';
import { type AwsEndpoint, startEndpoint } from 'local/aws/endpoint';
import { listen } from 'local/http/listen';
import { type AuthSite, startAuthSite } from '../../support/site/auth-site.ts';
import { signUp } from '../../support/site/test-user.ts';

jest.setTimeout(60_000);

const place = { account: '000000000000', region: 'us-east-1' };
const parameters: Record<string, string> = {};

let site: AuthSite;
/** AWS with the services that the command uses. */
let aws: AwsEndpoint;
/** A port that no site answers on. The test holds it, so that no other test's site can come up there. */
let silentPort: number;
const silent = createServer((request) => request.socket.destroy());
beforeAll(async () => {
  [site, aws] = await Promise.all([startAuthSite(), startEndpoint()]);
  aws.open({
    services: { ssm: ssmService(parameters, {}, place), dynamodb: dynamoDbService(site.tables.origin, place) },
    callerOf: () => ({ name: 'the owner', allows: () => true }),
    report: () => {},
  });
  silentPort = await listen(silent);
});
afterAll(async () => {
  silent.close();
  await aws.close();
  await site.close();
});

// A site that is not deployed has no parameters.
beforeEach(() => {
  for (const name of Object.keys(parameters)) Reflect.deleteProperty(parameters, name);
});

/** Runs `npm run invite` with credentials for AWS. */
const invite = (options: string[], port = silentPort) =>
  promisify(execFile)('node', ['bin/invite.ts', ...options], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      SITE_FILE: '',
      AWS_ENDPOINT_URL: aws.origin,
      AWS_REGION: place.region,
      AWS_ACCESS_KEY_ID: 'AKIDOWNER',
      AWS_SECRET_ACCESS_KEY: 'x',
    },
  });

describe('npm run invite', () => {
  it.each([
    [['--deployed'], /^The site is not deployed here \(\/home-page\/auth-table is missing\): npm run deploy\n$/],
    [[], /^No site runs at http:\/\/p\d+\.localhost:\d+ \(another port: PORT=…\)\. The site is not deployed here/],
  ])('says with %j what is missing when the site is not deployed', async (options, words) => {
    await expect(invite(options)).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(words) });
  });

  it.each([[['--deployed']], [[]]])('invites with %j to the deployed site when no local site runs', async (options) => {
    Object.assign(parameters, {
      '/home-page/auth-table': 'auth',
      '/home-page/sessions-table': 'sessions',
      '/home-page/audit-table': 'audit',
      '/home-page/audit-days': '90',
      '/home-page/user-pool': 'us-east-1_A',
      '/home-page/account-mail-topic': site.mailTopic.topicArn,
      '/home-page/site-name': 'My site',
    });
    const { stdout } = await invite(options);
    const [code = '', sentence] = stdout.split('\n');
    expect(sentence).toMatch(/^For one person, at the deployed site, until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    const username = `guest${options.length}@example.org`;
    expect((await signUp(site.browser(), username, code)).status).toBe(200);
    const [recorded] = (await site.items('audit')).filter(({ by }) => by === 'operator');
    expect(recorded).toMatchObject({ kind: 'invitationCreated', route: 'npm run invite' });
    expect((await signUp(site.browser(), 'another@example.org', code)).status).toBe(400);
  });

  it('does not invite to the deployed site when another program answers locally', async () => {
    const other = createServer((_, response) => response.writeHead(404).end());
    const port = await listen(other);
    const before = (await site.items('auth', 'INVITE#')).length;
    await expect(invite([], port)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('answered 404') });
    expect(await site.items('auth', 'INVITE#')).toHaveLength(before);
    other.close();
  });
});
