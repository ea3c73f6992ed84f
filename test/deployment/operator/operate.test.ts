import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { activityStore } from 'lambdas/auth/activity/activity-store';
import { listen } from 'local/http/listen';
import { startDeployedSignIn } from '../../support/account/deployed-sign-in.ts';
import type { AuthSite, Browser } from '../../support/site/auth-site.ts';
import {
  signIn,
  refresh,
  signedInUser,
  submitPassword,
  getSession,
  totp,
  userWithAuthenticator,
} from '../../support/site/test-user.ts';

const ann = 'ann@example.org';
const bob = 'bob@example.org';

let deployment: Awaited<ReturnType<typeof startDeployedSignIn>>;
let site: AuthSite;
let anns: Browser;
let bobs: Browser;
beforeAll(async () => {
  // The commands use the clock of the machine.
  deployment = await startDeployedSignIn({ startMs: Date.now() });
  site = deployment.site;
  anns = await signedInUser(site, ann);
  bobs = await signedInUser(site, bob);
});
afterAll(() => deployment.close());
beforeEach(() => deployment.forget());

const run = (command: 'sessions' | 'reset-mfa', options: string[], port?: number) =>
  deployment.run(command, options, port);

const failedWith = (stderr: string | RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(stderr) });

describe('the operator’s commands', () => {
  it('never reach the deployed site without --deployed', async () => {
    const other = createServer((_, response) => response.writeHead(404).end());
    const port = await listen(other);
    await expect(run('sessions', [bob, '--end'])).rejects.toMatchObject(
      failedWith(
        /^No site runs at http:\/\/p\d+\.localhost:\d+\. Another port: PORT=…; the deployed site: -- --deployed\n$/,
      ),
    );
    await expect(run('reset-mfa', [bob], port)).rejects.toMatchObject(
      failedWith(/Another program answers at .* \(status 404\)/),
    );
    other.close();
    expect((await getSession(bobs)).status).toBe(200);
  });

  it.each([
    ['sessions', [ann, bob]],
    ['reset-mfa', [ann, '--end', '--deployed']],
    ['sessions', [ann, '--disable', '--enable', '--deployed']],
  ] as const)('%s %j prints its usage', async (command, options) => {
    const usage = new RegExp(`^npm run ${command} -- <email> .*\\[--deployed\\]\n$`);
    await expect(run(command, [...options])).rejects.toMatchObject(failedWith(usage));
  });

  it('say what is missing when the site is not deployed', async () => {
    await expect(run('sessions', [ann, '--deployed'])).rejects.toMatchObject(
      failedWith(/^The site is not deployed here \(\/home-page\/auth-table is missing\): npm run deploy\n$/),
    );
  });
});

/** Returns the events that commands have added to the trail, newest first, as the owner reads them. */
async function operatorEvents() {
  const activity = activityStore({ client: site.tables.client, TableName: 'audit' });
  const day = new Date().toISOString().slice(0, 10);
  const { events } = await activity.page({ day });
  return events.filter(({ by }) => by === 'operator').map(({ kind, route }) => `${kind} ${route}`);
}

describe('at the deployed site', () => {
  beforeEach(() => deployment.deploy());

  it('lists and ends the sessions of one person only', async () => {
    const before = await operatorEvents();
    const second = site.browser();
    await signIn(site, second, ann);
    const { stdout } = await run('sessions', ['ANN@example.org', '--deployed']);
    expect(stdout).toMatch(/^(cognito\|\S+  since \d{4}-\d\d-\d\d \d\d:\d\d UTC\n){2}\(at the deployed site\)\n$/);
    const ended = await run('sessions', [ann, '--end', '--deployed']);
    expect(ended.stdout).toBe(`${ann} has been signed out of 2 browsers.\n(at the deployed site)\n`);
    for (const browser of [anns, second]) {
      expect((await getSession(browser)).status).toBe(401);
      expect((await refresh(browser)).status).toBe(401);
    }
    expect((await getSession(bobs)).status).toBe(200);
    const after = await run('sessions', [ann, '--deployed']);
    expect(after.stdout).toBe(`${ann} has no active sessions.\n(at the deployed site)\n`);
    expect(await operatorEvents()).toEqual(['sessionEnded npm run sessions', ...before]);
  });

  it('lets a person set up another authenticator and keeps the sessions', async () => {
    const before = await operatorEvents();
    await site.mailTopic.confirm(bob);
    const { stdout } = await run('reset-mfa', [bob, '--deployed']);
    expect(site.mailTopic.mailsTo(bob).at(-1)?.subject).toBe('Lighthouse: Authenticator removed');
    expect(stdout).toContain(`${bob} sets up a new authenticator at the next sign-in.`);
    expect((await submitPassword(site.browser(), bob)).body).toMatchObject({ errorCode: 'requireSetupMFA' });
    expect((await getSession(bobs)).status).toBe(200);
    expect(await operatorEvents()).toEqual(['authenticatorReset npm run reset-mfa', ...before]);
  });

  it('disables a person, ends everything of theirs, and enables them again', async () => {
    const before = await operatorEvents();
    const cyd = 'cyd@example.org';
    const browser = await signedInUser(site, cyd);
    const waiting = site.browser();
    await submitPassword(waiting, cyd);
    const { stdout } = await run('sessions', [cyd, '--disable', '--deployed']);
    expect(stdout).toBe(
      `${cyd} can no longer sign in. To allow it again: npm run sessions -- ${cyd} --enable\n` +
        `${cyd} has been signed out of 1 browser.\n(at the deployed site)\n`,
    );
    expect((await getSession(browser)).status).toBe(401);
    expect((await refresh(browser)).status).toBe(401);
    const confirming = { username: cyd, userCode: totp(site, cyd) };
    expect((await waiting.ask('POST /api/auth/cognito/sign_in_confirm', confirming)).body).toMatchObject({
      errorCode: 'expired',
    });
    expect((await submitPassword(site.browser(), cyd)).body).toMatchObject({
      errorCode: 'incorrectUsernameOrPassword',
    });
    const rows = async () =>
      (await site.items('auth', 'ACCOUNT#'))
        .filter(({ email }) => email === cyd)
        .map(({ disabledAtMs }): unknown => disabledAtMs);
    expect(await rows()).toEqual([expect.any(Number), expect.any(Number)]);
    const enabled = await run('sessions', [cyd, '--enable', '--deployed']);
    expect(enabled.stdout).toBe(`${cyd} can sign in again.\n(at the deployed site)\n`);
    expect(await rows()).toEqual([undefined, undefined]);
    await signIn(site, browser, cyd);
    expect((await operatorEvents()).slice(0, 3)).toEqual([
      'accountEnabled npm run sessions',
      'sessionEnded npm run sessions',
      'accountDisabled npm run sessions',
    ]);
    expect((await operatorEvents()).slice(3)).toEqual(before);
  });

  it('disables an account that has never signed in, and one of Google', async () => {
    await userWithAuthenticator(site, 'new@example.org');
    await run('sessions', ['new@example.org', '--disable', '--deployed']);
    expect((await submitPassword(site.browser(), 'new@example.org')).body).toMatchObject({
      errorCode: 'incorrectUsernameOrPassword',
    });
    const gus = { pk: 'ACCOUNT#google|7', gsi1pk: 'USERNAME#gus@example.org', gsi1sk: 'ACCOUNT#google|7' };
    await site.tables.client.send(new PutCommand({ TableName: 'auth', Item: { ...gus, sk: 'ACCOUNT' } }));
    const { stdout } = await run('sessions', ['gus@example.org', '--disable', '--deployed']);
    expect(stdout).toContain('gus@example.org has been signed out of 0 browsers.');
    expect(await site.items('auth', gus.pk)).toEqual([expect.objectContaining({ disabledAtMs: expect.any(Number) })]);
  });

  it('report an unknown user', async () => {
    for (const option of ['--disable', '--enable'])
      await expect(run('sessions', ['no@example.org', option, '--deployed'])).rejects.toMatchObject(
        failedWith('There is no account no@example.org.'),
      );
    await expect(run('sessions', ['no@example.org', '--deployed'])).rejects.toMatchObject(
      failedWith('no@example.org has never signed in.'),
    );
    await expect(run('reset-mfa', ['no@example.org', '--deployed'])).rejects.toMatchObject(
      failedWith('There is no account no@example.org with a password.'),
    );
  });
});
