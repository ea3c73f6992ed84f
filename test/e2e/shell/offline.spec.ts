import { signIn, signInContext } from '../fixtures/accounts.ts';
import { expect, nameOf, test } from '../auth/test.ts';
import { maples, trackedCommunities } from '../monitor/test.ts';

test.use({ ...trackedCommunities, serviceWorkers: 'allow', cutsOff: true });

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

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('You are offline.', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Showing what was loaded at \d\d:\d\d\./)).toBeVisible();
  await expect(community).toBeVisible();
  await expect(user).toBeVisible();

  // Another person signs in to the browser before the page has a connection again.
  await signInContext(page.context(), site, 'Bob');
  await page.context().setOffline(false);
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
