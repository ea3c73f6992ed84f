import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

test.describe('weekly times', () => {
  test('are chosen on the page of a stack, which says the next start', async ({ page, stack }) => {
    await stack.open('bedrock-creative');
    await page.getByText('Weekly times', { exact: true }).click();
    await page.getByRole('button', { name: 'Add time' }).click();
    await page.getByLabel('Sat', { exact: true }).check();
    await page.getByLabel('From', { exact: true }).selectOption('19:30');
    await expectGoodLooksInBothViews(page);
    await page.reload();
    await page.getByText('Weekly times', { exact: true }).click();
    await page.getByRole('button', { name: 'Add time' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/^Starts automatically at .*20:00/)).toBeVisible();
    await expect(page.getByText(/Saved by/)).toBeVisible();
  });
});
