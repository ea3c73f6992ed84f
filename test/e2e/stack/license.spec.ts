import * as z from 'zod';
import { fetchAnswer } from '../fixtures/fetch-answer.ts';
import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

const Detail = z.object({ data: z.looseObject({}) });

test.describe('the license of the game', () => {
  test('is read and accepted on the page of a stack, and then only mentioned', async ({ page, stack }) => {
    let accepted: { by: string; time: number } | null = null;
    const license = { name: 'Minecraft End User License Agreement', url: 'https://www.minecraft.net/eula' };
    await page.route('**/detail', async (route) => {
      const response = await fetchAnswer(route);
      const { data } = Detail.parse(await response.json());
      await route.fulfill({ response, json: { data: { ...data, isOwner: true, license: { ...license, accepted } } } });
    });
    await page.route('**/api/minecraft_bedrock/license', async (route) => {
      accepted = { by: 'Olga', time: Date.now() };
      await route.fulfill({ json: {} });
    });
    await stack.open('bedrock-creative');
    await expect(page.getByRole('link', { name: license.name })).toHaveAttribute('href', license.url);
    await expectGoodLooksInBothViews(page);
    await stack.button('Accept license').click();
    await expect(stack.button('Accept license')).toHaveCount(0);
    await stack.unfold();
    await expect(page.getByText(/^accepted by Olga at/)).toBeVisible();
  });
});
