import type { Locator } from '@playwright/test';
import { expect, test, trackedCommunities } from './test.ts';

test.use({ ...trackedCommunities, contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

const styleOf = (locator: Locator, property: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

test.describe('with forced colors', () => {
  test('the current tool and an unread house differ from the others by more than their color', async ({
    page,
    monitor,
  }) => {
    await monitor.open();
    const tools = page.getByRole('navigation', { name: 'Tools' });
    expect(await styleOf(tools.getByRole('link', { name: 'LJMonitor' }), 'text-decoration-line')).toBe('underline');
    expect(await styleOf(tools.getByRole('link', { name: 'Stacks' }), 'text-decoration-line')).toBe('none');
    const unread = monitor.houses.first();
    await expect(unread.getByRole('button', { name: 'read' })).toBeVisible();
    expect(await styleOf(unread, 'border-left-width')).toBe('3px');
    await unread.getByRole('button', { name: 'read' }).click();
    await expect.poll(() => styleOf(unread, 'border-left-width')).toBe('0px');
  });

  test('the current tab and the main button of the chat differ from the others by more than their color', async ({
    page,
  }) => {
    await page.goto('/chat');
    const send = page.getByRole('button', { name: 'Send' });
    await expect(send).toBeVisible();
    const tab = (name: string) => page.getByRole('navigation', { name: 'Chat' }).getByRole('link', { name });
    const colorOf = (name: string) => styleOf(tab(name), 'border-bottom-color');
    expect(await colorOf('Chat')).not.toBe(await colorOf('Session'));
    expect(await styleOf(send, 'border-top-width')).toBe('3px');
  });
});
