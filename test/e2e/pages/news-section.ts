import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the channels of the account page, and returns their part of it. */
export async function openChannels(page: Page): Promise<Locator> {
  await page.goto('/auth');
  const news = page.getByRole('region', { name: 'News' });
  await news.getByRole('button', { name: 'Channels' }).click();
  return news;
}

/** Adds a channel by its form, and waits until it is listed under a name. */
export async function addChannel(news: Locator, service: string, fields: Record<string, string>, name: string) {
  await news.getByLabel('Service').selectOption(service);
  for (const [label, value] of Object.entries(fields)) await news.getByLabel(label, { exact: true }).fill(value);
  await news.getByRole('button', { name: 'Add channel' }).click();
  await expect(news.getByRole('button', { name: `Send test to ${name}` })).toBeVisible();
}
