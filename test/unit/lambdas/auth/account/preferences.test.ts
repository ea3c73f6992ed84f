import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuthSite, type Browser, startAuthSite } from '../../../../support/site/auth-site.ts';
import { getSession, signIn, signedInUser } from '../../../../support/site/test-user.ts';

let site: AuthSite;
beforeAll(async () => {
  site = await startAuthSite();
});
afterAll(() => site.close());

const defaults = {
  theme: 'system',
  density: 'comfortable',
  singleKeys: true,
  enterSends: false,
  titlesByModel: true,
  tools: ['ljmonitor', 'stack', 'chat'],
  views: [],
  starters: [],
};
const chosen = {
  theme: 'dark',
  density: 'compact',
  singleKeys: false,
  enterSends: true,
  titlesByModel: false,
  tools: ['chat', 'ljmonitor', 'stack'],
  views: [{ name: 'Near the park', query: 'maxPrice=500&order=price' }],
  starters: ['Translate into German: ', '请用简单的话解释：'],
};

let users = 0;
const save = (browser: Browser, preferences: object) => browser.ask('PUT /api/auth/preferences', preferences);
const preferencesOf = async (browser: Browser) => (await getSession(browser)).body;

describe('preferences', () => {
  it('come with the session in every browser of the account, and in no other', async () => {
    const username = 'ann@example.org';
    const browser = await signedInUser(site, username);
    expect(await preferencesOf(browser)).toMatchObject({ data: { preferences: { ...defaults, version: 0 } } });
    const saved = await save(browser, { ...chosen, version: 0 });
    expect(saved).toMatchObject({ status: 200, body: { ...chosen, version: 1 } });
    const other = site.browser();
    await signIn(site, other, username);
    expect(await preferencesOf(other)).toMatchObject({ data: { preferences: { ...chosen, version: 1 } } });
    const bo = await signedInUser(site, 'bo@example.org');
    expect(await preferencesOf(bo)).toMatchObject({ data: { preferences: { ...defaults, version: 0 } } });
  });

  it('are refused with the current ones when another browser has changed them', async () => {
    const browser = await signedInUser(site, 'cy@example.org');
    await save(browser, { ...chosen, version: 0 });
    expect(await save(browser, { ...defaults, version: 0 })).toMatchObject({
      status: 409,
      body: { errorCode: 'conflict', current: { ...chosen, version: 1 } },
    });
    expect(await save(browser, { ...defaults, version: 1 })).toMatchObject({ body: { ...defaults, version: 2 } });
  });

  it('keep the views and starters when an older page does not send them', async () => {
    const browser = await signedInUser(site, 'ed@example.org');
    await save(browser, { ...chosen, version: 0 });
    const { views: _views, starters: _starters, ...older } = defaults;
    const { views, starters } = chosen;
    expect(await save(browser, { ...older, version: 1 })).toMatchObject({
      body: { ...older, views, starters, version: 2 },
    });
    expect(await save(browser, { ...defaults, version: 2 })).toMatchObject({
      body: { views: [], starters: [], version: 3 },
    });
  });

  it.each([
    { theme: 'green' },
    { density: 'tiny' },
    { singleKeys: 'no' },
    { enterSends: 1 },
    { tools: ['chat'] },
    { tools: ['chat', 'chat', 'stack'] },
    { tools: ['chat', 'stack', 'mail'] },
    { views: [{ name: '', query: 'order=price' }] },
    { views: [{ name: 'a', query: '' }] },
    { views: [{ name: 'a', query: 'b'.repeat(1001) }] },
    { views: [{ name: 'a', query: 'order=price', color: 'red' }] },
    { views: ['b', 'c'].map((query) => ({ name: 'a', query })) },
    { views: Array.from({ length: 13 }, (_, index) => ({ name: `${index}`, query: 'order=price' })) },
    { starters: [''] },
    { starters: ['a'.repeat(201)] },
    { starters: ['\ud83d'] },
    { starters: ['a', 'b', 'c', 'd', 'e'] },
    { version: -1 },
    { version: Number.MAX_SAFE_INTEGER },
    { color: 'red' },
  ])('are refused with %j', async (field) => {
    users += 1;
    const browser = await signedInUser(site, `di${users}@example.org`);
    expect(await save(browser, { ...chosen, version: 0, ...field })).toMatchObject({ status: 400 });
  });
});
