import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { type Browser, minute, startAuthSite } from '../../../../support/site/auth-site.ts';
import { signedInUser, signIn, submitPassword, totp } from '../../../../support/site/test-user.ts';

const site = await startAuthSite();
afterAll(() => site.close());

const userIdOf = async (username: string) => {
  const account = (await site.items('auth', 'ACCOUNT#')).find(({ email }) => email === username);
  return String(account?.['pk']).slice('ACCOUNT#'.length);
};
async function told(username: string) {
  const ownId = await userIdOf(username);
  return (await site.items('news')).filter(({ userId }) => userId === ownId);
}
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
    expect(await told(username)).toEqual([]);

    const other = site.browser();
    expect(await signInWithFirefox(other, username)).toMatchObject({ status: 200 });
    const [news, ...more] = await told(username);
    expect(news).toMatchObject({
      newsId: expect.stringMatching(/^browser-/),
      tool: 'account',
      userId: await userIdOf(username),
      groups: [
        {
          groupId: null,
          name: '',
          entries: [{ topic: 'newBrowser', title: 'Firefox · macOS · 198.51.100.0/24', url: '/auth' }],
        },
      ],
    });
    expect(more).toEqual([]);
    expect(site.woken.filter((newsId) => newsId === news?.['newsId'])).toHaveLength(1);

    await signInWithFirefox(other, username);
    expect(await told(username)).toHaveLength(1);
  });

  it('names the address that the mails about accounts tell of it already', async () => {
    const username = 'cleo@example.org';
    await signedInUser(site, username);
    const mailedTo = async (): Promise<unknown[]> => {
      site.clock.advance(minute);
      const before = new Set((await told(username)).map(({ newsId }) => String(newsId)));
      await signInWithFirefox(site.browser(), username);
      const [news] = (await told(username)).filter(({ newsId }) => !before.has(String(newsId)));
      const tool: unknown = news?.['tool'];
      const address: unknown = news?.['mailedTo'];
      return [tool, address];
    };
    expect(await mailedTo()).toEqual(['account', undefined]);
    await site.mailTopic.confirm(username);
    expect(await mailedTo()).toEqual(['account', username]);
    expect(site.mailTopic.mailsTo(username).at(-1)?.subject).toContain('new browser');
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    site.mailTopic.fail('ListSubscriptionsByTopic', (response) => response.writeHead(500).end());
    expect(await mailedTo()).toEqual(['account', undefined]);
    site.mailTopic.fail(undefined);
    warn.mockRestore();
  });

  it('is not stored when the sign-in fails', async () => {
    const username = 'bea@example.org';
    await signedInUser(site, username);
    const before = (await told(username)).length;
    site.tables.fail('TransactWriteItemsCommand');
    expect((await signInWithFirefox(site.browser(), username)).status).toBe(500);
    site.tables.fail(undefined);
    expect(await told(username)).toHaveLength(before);
  });
});
