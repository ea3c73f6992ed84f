import { signIn } from '../fixtures/accounts.ts';
import { expect, test } from '../auth/test.ts';

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

/** Chrome asks its own service for a subscription, which this browser cannot reach. */
const subscription = `
  PushManager.prototype.subscribe = async () => ({
    endpoint: 'https://fcm.googleapis.com/fcm/send/' + crypto.randomUUID(),
    toJSON: () => ({
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    }),
  });`;

test(
  'adds this browser as a channel, and shows what is pushed to it',
  { tag: '@deep' },
  async ({ page, site, account }) => {
    await page.addInitScript(subscription);
    await signIn(page, site, account);
    await page.goto('/auth');
    await page.keyboard.press('Shift');
    await page.evaluate('navigator.serviceWorker.ready');
    await page.getByRole('button', { name: 'Channels' }).click();
    await page.getByLabel('Service').selectOption('Browser');
    await page.getByLabel('Device name').fill('My laptop');
    await page.getByRole('button', { name: 'Add channel' }).click();
    await page.getByRole('button', { name: 'Send test to Browser My laptop' }).click();
    await expect(page.getByText('Test sent. Check that it has arrived.')).toBeVisible();

    // The browser of the tests has no place to show notifications, so the worker records them.
    const [worker] = page.context().serviceWorkers();
    await worker?.evaluate(
      'shown = []; registration.showNotification = async (title, { body, tag }) => void shown.push([title, body, tag])',
    );
    const devTools = await page.context().newCDPSession(page);
    const { promise: registered, resolve } = Promise.withResolvers<string>();
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
    await devTools.send('ServiceWorker.enable');
    const message = { id: 'c-1', title: '2 new', text: '柳荫里', url: '/ljmonitor?news=new' };
    const push = { origin: site.origin, registrationId: await registered, data: JSON.stringify(message) };
    await devTools.send('ServiceWorker.deliverPushMessage', push);
    await expect.poll(() => worker?.evaluate('shown')).toEqual([['2 new', '柳荫里', 'c-1']]);
  },
);
