import * as z from 'zod';
import { sendRaw } from '../../support/site/raw-request.ts';
import { signIn } from '../fixtures/accounts.ts';
import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { openChannels } from '../pages/news-section.ts';
import { expect, test } from './test.ts';

const Messages = z.array(z.object({ title: z.string(), text: z.string() }));

test('the account page adds a webhook of Discord, and says what its address must be', async ({
  page,
  site,
  account,
}) => {
  await signIn(page, site, account);
  const news = await openChannels(page);
  await news.getByLabel('Service').selectOption('Discord');
  await news.getByLabel('Webhook URL').fill('https://example.org/api/webhooks/42/abc');
  await news.getByRole('button', { name: 'Add channel' }).click();
  await expect(news.getByRole('alert')).toContainText('This is not the URL of a Discord webhook');
  await expectGoodLooksInBothViews(page);
  await news.getByLabel('Webhook URL').fill('https://discord.com/api/webhooks/42/abc');
  await news.getByRole('button', { name: 'Add channel' }).click();
  await news.getByRole('button', { name: 'Send test to Discord 42' }).click();
  await expect(news.getByText('Test sent. Check that it has arrived.')).toBeVisible();
  expect(JSON.stringify(await site.control('/channels'))).toContain('discord.com');
});

test('the account page adds channels, tests and removes them, and saves what is told', async ({
  page,
  site,
  account,
}) => {
  await signIn(page, site, account);
  const news = await openChannels(page);
  await expect(news.getByText('No channels yet, so no news is sent to you.')).toBeVisible();

  await news.getByLabel('Service').selectOption('Webhook');
  await news.getByLabel('Address').fill('https://192.168.1.1/news');
  await news.getByRole('button', { name: 'Add channel' }).click();
  await expect(news.getByRole('alert')).toContainText('The address must be on the public internet');
  await news.getByLabel('Address').fill('https://hooks.example.org/news');
  await news.getByRole('button', { name: 'Add channel' }).click();
  await expect(news.locator('code')).toHaveText(/^whsec_/);
  await expect(news.getByText('Webhook hooks.example.org')).toBeVisible();
  await news.getByRole('button', { name: 'Send test to Webhook hooks.example.org' }).click();
  await expect(news.getByText('Test sent. Check that it has arrived.')).toBeVisible();
  const [message] = Messages.parse(await site.control('/channels'));
  expect(message?.title).toBe('A test');

  await news.getByLabel('Service').selectOption('Atom feed');
  await news.getByRole('button', { name: 'Add channel' }).click();
  await expect(news.locator('code')).toHaveText(/\/api\/notify\/feed\/[\w-]{43}$/);
  const feedUrl = (await news.locator('code').textContent()) ?? '';
  await expectGoodLooksInBothViews(page);
  await news.getByRole('button', { name: 'Send test to Atom feed' }).click();
  await expect(news.getByText('Test sent. Check that it has arrived.')).toHaveCount(2);
  const feed = await sendRaw(site.origin, { method: 'GET', path: new URL(feedUrl).pathname });
  expect(feed.text).toContain('<title>A test</title>');

  await news.getByLabel('A server is up').uncheck();
  await news.getByLabel('Quiet hours').check();
  await news.getByLabel('From').fill('23:30');
  await news.getByLabel('中文').check();
  await news.getByRole('button', { name: 'Save' }).click();
  await expect(news.getByText('Saved.')).toBeVisible();
  await news.getByRole('button', { name: 'Remove Webhook hooks.example.org' }).click();
  await expect(news.getByText('Webhook hooks.example.org')).toHaveCount(0);

  await page.reload();
  await news.getByRole('button', { name: 'Channels' }).click();
  await expect(news.getByText(/^On · last message/)).toBeVisible();
  expect(await news.locator('code').count()).toBe(0);
  await expect(news.getByLabel('A server is up')).not.toBeChecked();
  await expect(news.getByLabel('The first player has joined')).toBeChecked();
  await expect(news.getByLabel('From')).toHaveValue('23:30');
  await expect(news.getByLabel('中文')).toBeChecked();
});
