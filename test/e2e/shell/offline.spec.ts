import { expect, test } from '../fixtures/test.ts';

test.use({ serviceWorkers: 'allow', cutsOff: true, expectedFailures: [401] });

test('starts without a connection, and leaves nothing in the browser after signing out', async ({ page, user }) => {
  await page.goto('/stack');
  await expect(page.getByRole('link', { name: user.name })).toBeVisible();
  // The first input loads the parts over the page, and with them the worker.
  await page.keyboard.press('Shift');
  expect(await page.evaluate<string>('navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)')).toMatch(
    /\/worker\.js$/,
  );
  await page.context().setOffline(true);
  await page.goto('/chat');
  await expect(page.getByText('You are offline.', { exact: true })).toBeVisible();
  await page.context().setOffline(false);
  await page.goto('/');
  await expect(page.getByRole('link', { name: user.name })).toBeVisible();
  expect(await page.evaluate('caches.keys()')).toHaveLength(1);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate('Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()])')).toEqual([
    [],
    [],
  ]);
});
