import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat-page.ts';

test.use({ signedIn: false, serviceWorkers: 'allow', cutsOff: true, expectedFailures: [401, 404] });

const question = 'What may a person of forty eat?';

/** Signs a person in with one click on the control page. */
async function signInAs(page: Page, name: string) {
  await page.goto('/_local');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Signed in.')).toBeVisible();
}

/** Everything that the browser keeps for the site. */
const stored = `Promise.all([
  JSON.stringify(localStorage),
  ...(await caches.keys()).map(async (name) => {
    const cache = await caches.open(name);
    const answers = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
    return Promise.all(answers.map((answer) => answer.text()));
  }),
])`;
const storedIn = (page: Page) =>
  page.evaluate<unknown>(`(async () => ${stored})()`).then((texts) => JSON.stringify(texts));

const lastData = (page: Page) => page.evaluate<string>("caches.match('/last-data').then((last) => last?.text() ?? '')");

/** Loads the parts over the page, and waits until the page can be opened without a connection. */
async function readyForOffline(page: Page, name: string) {
  await page.keyboard.press('Shift');
  await page.evaluate('navigator.serviceWorker.ready');
  await expect.poll(() => lastData(page)).toContain(`"name":"${name}"`);
}

test('shows nothing of a person who has signed out to the next one at the browser', async ({ page, context }) => {
  const own = (name: string, tab = page) => tab.getByRole('link', { name, exact: true });
  await signInAs(page, 'Anna');
  await page.goto('/auth');
  await page.getByLabel('Keep my latest conversations in this browser').check();
  const chat = new ChatPage(page);
  await chat.open();
  await chat.sendMessage(question);
  await chat.answered();
  const conversation = page.url();
  await readyForOffline(page, 'Anna');
  await expect.poll(() => lastData(page)).toContain(question);
  // This page of hers asks for nothing by itself.
  const tab = await context.newPage();
  await tab.goto('/auth');
  await tab.keyboard.press('Shift');
  await expect(own('Anna', tab)).toBeVisible();

  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  await expect(tab.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  expect(await tab.locator('body').innerText()).not.toContain('Anna');

  await signInAs(page, 'Boris');
  await page.goto('/ljmonitor');
  await expect(own('Boris')).toBeVisible();
  await tab.bringToFront();
  await tab.evaluate("dispatchEvent(new Event('blur')), dispatchEvent(new Event('focus'))");
  await readyForOffline(page, 'Boris');
  expect(await storedIn(page)).not.toMatch(/Anna|forty/);

  await context.setOffline(true);
  for (const [each, path] of [
    [page, '/ljmonitor'],
    [tab, conversation],
    [tab, '/chat'],
  ] as const) {
    await each.goto(path);
    await expect(own('Boris', each)).toBeVisible();
    expect(await each.locator('body').innerText()).not.toMatch(/Anna|forty/);
  }
  expect(await storedIn(page)).not.toMatch(/Anna|forty/);
});

test('leaves the page of a person whose tab was asleep when another one signed in', async ({ page, context }) => {
  await signInAs(page, 'Anna');
  await page.goto('/chat');
  await page.keyboard.press('Shift');
  await expect.poll(() => lastData(page)).toContain('"name":"Anna"');
  // A tab that is asleep hears nothing.
  const tab = await context.newPage();
  await tab.addInitScript('delete globalThis.BroadcastChannel');
  await tab.goto('/chat');
  await expect(tab.getByRole('link', { name: 'Anna', exact: true })).toBeVisible();
  await tab.keyboard.press('Shift');
  await expect(tab.getByRole('region', { name: 'Notifications' })).toBeAttached();
  await signInAs(page, 'Boris');
  await page.goto('/chat');
  await page.keyboard.press('Shift');
  await expect.poll(() => lastData(page)).toContain('"name":"Boris"');

  // The site names another person to the tab that is looked at again, and without a network the browser knows it.
  await context.setOffline(true);
  await expect(tab.getByRole('link', { name: 'Anna', exact: true })).toBeVisible();
  await tab.evaluate("dispatchEvent(new Event('blur')), dispatchEvent(new Event('focus'))");
  await expect(tab.getByRole('link', { name: 'Boris', exact: true })).toBeVisible();
  await expect(tab.getByText('Anna')).toHaveCount(0);
});

test('keeps a question for its person when the session ends, and for nobody else', async ({ page, context }) => {
  await signInAs(page, 'Anna');
  const chat = new ChatPage(page);
  const endSession = async () => {
    await context.clearCookies();
    // The page may have asked for something by itself, and have left already.
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  };
  await chat.open();
  // What is written before the site has named its person belongs to nobody.
  await expect(page.getByRole('link', { name: 'Anna', exact: true })).toBeVisible();
  await chat.field.fill(question);
  await endSession();
  await signInAs(page, 'Anna');
  await chat.open();
  await expect(chat.field).toHaveValue(question);
  await endSession();
  await signInAs(page, 'Boris');
  await chat.open();
  await expect(chat.field).toHaveValue('');
  await expect.poll(() => storedIn(page)).not.toContain('forty');
});
