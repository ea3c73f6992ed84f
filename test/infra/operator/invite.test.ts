import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listen } from 'local/http/listen';
import { startDeployedSignIn } from '../../support/account/deployed-sign-in.ts';
import type { AuthSite } from '../../support/site/auth-site.ts';
import { signUp } from '../../support/site/test-user.ts';

let deployment: Awaited<ReturnType<typeof startDeployedSignIn>>;
let site: AuthSite;
beforeAll(async () => {
  deployment = await startDeployedSignIn();
  site = deployment.site;
});
afterAll(() => deployment.close());
beforeEach(() => deployment.forget());

const invite = (options: string[], port?: number) => deployment.run('invite', options, port);

describe('npm run invite', () => {
  it.each([
    [['--deployed'], /^The site is not deployed here \(\/home-page\/auth-table is missing\): npm run deploy\n$/],
    [[], /^No site runs at http:\/\/p\d+\.localhost:\d+ \(another port: PORT=…\)\. The site is not deployed here/],
  ])('says with %j what is missing when the site is not deployed', async (options, words) => {
    await expect(invite(options)).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(words) });
  });

  it.each([[['--deployed']], [[]]])('invites with %j to the deployed site when no local site runs', async (options) => {
    deployment.deploy();
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
