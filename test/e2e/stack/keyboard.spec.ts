import { goByKeys, tabTo } from '../fixtures/keys.ts';
import { expect, test } from './test.ts';

test.use({ ownSite: true });

test('a server is started with the keyboard alone, and its page says so', async ({ page, stack }) => {
  const press = (key: string) => page.keyboard.press(key);
  const start = stack.button('Start');
  await page.goto('/');
  await goByKeys(page, ['g', 's'], '/stack');
  await expect(page.getByRole('link', { name: 'bedrock-survival' })).toBeVisible();
  await expect(async () => {
    await press('j');
    await expect(page.getByRole('link', { name: 'bedrock-survival' })).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [0] });
  await press('o');
  await expect(page.getByRole('heading', { name: 'Stack: bedrock-survival' })).toBeVisible();

  await tabTo(page, start);
  await press('Enter');
  await expect(stack.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press('Escape');
  await expect(start).toBeFocused();
  await press('Enter');
  await tabTo(page, stack.dialog.getByRole('button', { name: 'Confirm' }));
  await press('Enter');
  await expect(stack.state('start')).toBeVisible();
  await expect(stack.newestLog).toContainText('START');
  await expect(start).toHaveAttribute('aria-disabled', 'true');

  await tabTo(page, page.getByRole('group').filter({ hasText: 'Technical details' }).locator('summary'));
  await press('Enter');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - 'heading "Stack: bedrock-survival" [level=1]'
      - button "Stop"
      - region "Recent Action Logs":
        - table "Recent Action Logs"
      - group:
        - term: Stack name
        - definition: bedrock-survival
  `);
});
