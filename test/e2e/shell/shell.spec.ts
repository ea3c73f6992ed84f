import { answerInTurns, expectGoodLooks, expectNoOverflow, holdAnimations } from '../fixtures/looks.ts';
import { expect, test } from '../fixtures/test.ts';
import { views } from '../fixtures/views.ts';
import { expectNoShift } from '../../support/browser/page-checks.ts';
import { bodiesInUse } from './bodies-in-use.ts';

const screens = [
  ['/', '1 running', 'my.site'],
  ['/auth', 'cognito|', (name: string) => `${name} · my.site`],
  ['/stack', 'NOT_FOUND', 'stack list · my.site'],
  ['/stack/detail?stackName=bedrock-survival', 'Technical details', 'Stack: bedrock-survival · my.site'],
  ['/chat', 'Start Chatting', 'Chat · my.site'],
  ['/chat/session', 'No conversations yet', 'Conversations · my.site'],
  ['/ljmonitor', 'Add a community to see', 'LJMonitor · my.site'],
  ['/nowhere', 'This page does not exist', 'Page not found · my.site'],
] as const;

for (const [path, text, title] of screens)
  test(`the shell shows ${path}`, { tag: '@phone' }, async ({ page, user }) => {
    await holdAnimations(page);
    const lastAnswer = await answerInTurns(page, path === '/' || path.startsWith('/stack') ? bodiesInUse : {});
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    await expect(page.getByRole('link', { name: user.name })).toBeVisible();
    await expect(page).toHaveTitle(typeof title === 'string' ? title : title(user.name));
    await lastAnswer();
    // A telephone shows less at once, so a part that moves takes more of it. Between two parts of a wide page the footer may move.
    const maxShift = page.viewportSize()?.width === views.phone.viewport.width ? 0.01 : 0.02;
    await expectNoShift(page, maxShift);
    await expectGoodLooks(page);
  });

test(
  'the control page of the local cloud has a bar of two lines at most on a phone',
  { tag: '@phone-only' },
  async ({ page }) => {
    await page.goto('/_local');
    await expect(page.getByRole('heading', { name: 'Local cloud' })).toBeVisible();
    // A line has 24 px, and there are as many above and below the lines.
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(72);
    await expectNoOverflow(page);
  },
);

test.describe('the shell', () => {
  test('asks who is signed in once, with the answer that the document has asked for already', async ({
    page,
    user,
    site,
  }) => {
    await page.context().addCookies([{ name: 'refresh_type', value: 'cognito', url: site.origin, secure: true }]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/');
    await expect(page.getByRole('link', { name: user.name })).toBeVisible();
    await page.getByRole('link', { name: 'Stacks' }).click();
    await expect(page.getByRole('heading', { name: 'stack list' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => path === '/api/auth/session')).toHaveLength(1);
  });

  test.describe('a page for a visitor', () => {
    test.use({ signedIn: false, expectedFailures: [401] });

    test('requests the session once', async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto('/auth');
      await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(asked.filter((path) => path === '/api/auth/session')).toHaveLength(1);
    });
  });

  test('keeps the chosen colors in every browser, and follows the system again when they are its own', async ({
    page,
    user,
    openPage,
  }) => {
    const paper = (of = page) => of.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    await page.goto('/');
    const light = await paper();
    const saved = page.waitForResponse('**/api/auth/preferences');
    await page.getByRole('button', { name: 'Dark mode' }).click();
    const dark = await paper();
    expect(dark).not.toBe(light);
    await saved;
    await page.goto('/stack', { waitUntil: 'commit' });
    await expect(page.getByRole('banner')).toBeVisible();
    expect(await paper()).toBe(dark);
    const other = await openPage(user.name);
    await other.goto('/');
    await expect.poll(() => paper(other)).toBe(dark);
    await page.getByRole('button', { name: 'Dark mode' }).click();
    expect(await paper()).toBe(light);
  });

  test.describe('without a connection', () => {
    test.use({ cutsOff: true });

    test('loads a page that could not load, at the next link and once there is a connection', async ({
      page,
      user,
    }) => {
      await page.goto('/');
      await expect(page.getByRole('link', { name: user.name })).toBeVisible();
      const failure = page.getByText('This page could not load');
      // The home page has loaded the code of the other two tools with their cards.
      const chat = page.getByRole('banner').getByRole('link', { name: 'Chat' });
      await page.route('**/assets/*.js', (route) => route.abort());
      await chat.click();
      await expect(failure).toBeVisible();
      await page.unrouteAll();
      await chat.click();
      await expect(page.getByLabel('Message')).toBeVisible();
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.getByRole('link', { name: 'LJMonitor' }).click();
      await expect(failure).toBeVisible();
      await page.unrouteAll();
      await page.evaluate("dispatchEvent(new Event('online'))");
      await expect(page.getByRole('heading', { name: 'Houses' })).toBeVisible();
    });
  });

  test.describe('without an answer about the session', () => {
    test.use({ cutsOff: true });

    test('sends no user away, and tries again when asked', async ({ page, user }) => {
      await page.route('**/api/auth/session', (route) => route.abort());
      await page.goto('/ljmonitor');
      await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
      await expect(page).toHaveURL('/ljmonitor');
      const isAsked = page.waitForRequest('**/api/auth/session');
      await page.getByRole('banner').getByRole('button', { name: 'retry' }).click();
      await isAsked;
      await page.unroute('**/api/auth/session');
      await expect(page.getByRole('link', { name: user.name })).toBeVisible();
    });
  });

  test('is printed on light paper without what takes input and what leads elsewhere', async ({ page, user }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const path of ['/stack/detail?stackName=bedrock-survival', '/chat']) {
      await page.emulateMedia({ media: 'screen' });
      await page.goto(path);
      await expect(page.getByRole('link', { name: user.name })).toBeVisible();
      await expect(page.getByRole('navigation').last()).toBeVisible();
      await page.emulateMedia({ media: 'print' });
      await expect(page.locator('nav, textarea, button').filter({ visible: true })).toHaveCount(0);
      expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('light');
    }
  });

  test('is used with the keyboard alone', async ({ page, user }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: user.name })).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Home' }).getByRole('link', { name: 'Stack Manager' }),
    ).toBeVisible();
    const order: string[] = [];
    for (let presses = 0; presses < 11; presses += 1) {
      await page.keyboard.press('Tab');
      order.push(await page.evaluate<string>('document.activeElement.textContent || document.activeElement.ariaLabel'));
    }
    expect(order.slice(0, 9)).toEqual([
      'Skip to content',
      'my.site',
      'Home',
      'LJMonitor',
      'Stacks',
      'Chat',
      'Go to… Ctrl K',
      'Dark mode',
      user.name,
    ]);
    expect(order[10]).toContain('Stack Manager');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'stack list' })).toBeVisible();
    await expect(page.locator('#content')).toBeFocused();
  });
});
