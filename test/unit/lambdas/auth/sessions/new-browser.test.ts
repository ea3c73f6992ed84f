import { afterAll, describe, expect, it } from '@jest/globals';
import { type Browser, startAuthSite } from '../../../../support/site/auth-site.ts';
import { signedInUser, signIn, submitPassword, totp } from '../../../../support/site/test-user.ts';

const site = await startAuthSite();
afterAll(() => site.close());

const told = () => site.items('news');
const firefox = {
  address: '198.51.100.7',
  headers: { 'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15) Gecko/20100101 Firefox/150.0' },
};

async function signInWithFirefox(browser: Browser, username: string) {
  await submitPassword(browser, username);
  const code = { username, userCode: totp(site, username) };
  return browser.ask('POST /api/auth/cognito/sign_in_confirm', code, firefox);
}

describe('the news of a sign-in in a new browser', () => {
  it('is stored with the sign-in, and neither at the first one of an account nor in a known browser', async () => {
    const username = 'ann@example.org';
    const first = await signedInUser(site, username);
    await signIn(site, first, username);
    expect(await told()).toEqual([]);

    const other = site.browser();
    expect(await signInWithFirefox(other, username)).toMatchObject({ status: 200 });
    const [news, ...more] = await told();
    const account = (await site.items('auth', 'ACCOUNT#')).find(({ email }) => email === username);
    expect(news).toMatchObject({
      newsId: expect.stringMatching(/^browser-/),
      tool: 'account',
      userId: String(account?.['pk']).slice('ACCOUNT#'.length),
      groups: [
        {
          groupId: null,
          name: '',
          entries: [{ topic: 'newBrowser', title: 'Firefox · macOS · 198.51.100.0/24', url: '/auth' }],
        },
      ],
    });
    expect(more).toEqual([]);
    expect(site.woken).toEqual([news?.['newsId']]);

    await signInWithFirefox(other, username);
    expect(await told()).toHaveLength(1);
  });

  it('is not stored when the sign-in fails', async () => {
    const username = 'bea@example.org';
    await signedInUser(site, username);
    const before = (await told()).length;
    site.tables.fail('TransactWriteItemsCommand');
    expect((await signInWithFirefox(site.browser(), username)).status).toBe(500);
    site.tables.fail(undefined);
    expect(await told()).toHaveLength(before);
  });
});
