import { signIn, signInContext } from '../fixtures/accounts.ts';
import { expect, nameOf, test } from '../auth/test.ts';
import { maples, trackedCommunities } from '../monitor/test.ts';
import { ChatPage } from '../pages/chat-page.ts';

test.use({ ...trackedCommunities, serviceWorkers: 'allow', cutsOff: true });

const filesNotStored = `Promise.all(
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.includes('/assets/'))
    .map(async (name) => ((await caches.match(name, { ignoreVary: true })) ? [] : [name])),
).then((names) => names.flat())`;

test('shows the last data without a connection, to the person who has loaded it and until signing out', async ({
  page,
  site,
  auth,
  account,
}) => {
  const user = page.getByRole('link', { name: nameOf(account), exact: true });
  const community = page.getByRole('link', { name: maples.name }).or(page.getByText(maples.name)).first();
  const storedOf = () => page.evaluate<string>("caches.match('/last-data').then((last) => last?.text() ?? '')");
  await signIn(page, site, account);
  await page.goto('/ljmonitor');
  await expect(community).toBeVisible();
  // The first input loads the parts over the page, and with them the worker.
  await page.keyboard.press('Shift');
  expect(await page.evaluate<string>('navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)')).toMatch(
    /\/worker\.js$/,
  );
  await expect.poll(storedOf).toContain(maples.name);
  // The houses may arrive after the communities.
  await expect.poll(storedOf).toContain('"ljmonitor","houses"');
  // All that the page has loaded is stored, before the worker and after it.
  await expect.poll(() => page.evaluate<string[]>(filesNotStored)).toEqual([]);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('You are offline.', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Showing what was loaded at \d\d:\d\d\./)).toBeVisible();
  await expect(community).toBeVisible();
  await expect(user).toBeVisible();
  // The banner tells it for all parts of the page.
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0);

  // Another person signs in to the browser before the page has a connection again.
  await signInContext(page.context(), site, 'Bob');
  // The page holds the data of the first person, so it loads anew.
  const reloaded = page.waitForEvent('load');
  await page.context().setOffline(false);
  await reloaded;
  await expect(page.getByRole('link', { name: 'Bob', exact: true })).toBeVisible();
  await expect(user).toHaveCount(0);
  await page.keyboard.press('Shift');
  await expect.poll(storedOf).toContain('"name":"Bob"');
  expect(await storedOf()).not.toContain(nameOf(account));

  await page.goto('/auth');
  await auth.button('Sign out').click();
  await expect(auth.google).toBeVisible();
  expect(await page.evaluate('Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()])')).toEqual([
    [],
    [],
  ]);
});

test(
  'shows a conversation without a connection to a user who keeps them in the browser',
  { tag: '@deep' },
  async ({ page, site, account }) => {
    const chat = new ChatPage(page);
    const question = chat.questions.getByText('Tell me about tea, please.');
    await signIn(page, site, account);
    await page.goto('/auth');
    await page.getByLabel('Keep my latest conversations in this browser').check();
    await page.evaluate('navigator.serviceWorker.ready');
    await chat.open();
    await chat.sendMessage('Tell me about tea, please.');
    await chat.answered();
    await page.reload();
    await expect(question).toBeVisible();
    await page.keyboard.press('Shift');
    await expect
      .poll(() => page.evaluate<string>("caches.match('/last-data').then((last) => last.text())"))
      .toContain('Your question arrived, word for word.');
    await page.context().setOffline(true);
    await page.reload();
    await expect(question).toBeVisible();
    await expect(chat.answers.getByText('Your question arrived, word for word.')).toBeVisible();
    await expect(page.getByText('You are offline.', { exact: true })).toBeVisible();
  },
);
