import * as z from 'zod';
import { manyProviders } from '../../support/many-models.ts';
import { fetchAnswer } from '../fixtures/fetch-answer.ts';
import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

const Models = z.array(z.looseObject({ code: z.string() }));

test('one of 200 models is found by a word in the middle of its name', async ({ page, chat, startConversation }) => {
  const more = manyProviders('https://models.example/v1').flatMap((provider) =>
    provider.models.map(({ code, name }) => ({ code, name, provider: provider.name, available: true })),
  );
  await page.route('**/api/chat/models', async (route) => {
    const response = await fetchAnswer(route);
    await route.fulfill({ response, json: [...Models.parse(await response.json()), ...more] });
  });
  await chat.open();
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue('gpt-6.1-terra');
  await page.getByLabel('Search models').fill('instruct 32');
  await expect(page.getByRole('option', { name: 'Groq Large Instruct 32' })).toBeVisible();
  await expectGoodLooksInBothViews(page);
  await page.getByRole('option', { name: 'Together Large Instruct 32' }).click();
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue('together/model-32');
  await expect(page.getByLabel('Search models')).toHaveValue('');

  await chat.open(await startConversation('Hello'));
  await chat.button('Settings').click();
  await chat.settings.getByLabel('Search models').fill('ollama 7');
  await expectGoodLooksInBothViews(page);
  await page.keyboard.press('Enter');
  await expect(chat.settings.getByLabel('Model', { exact: true })).toHaveValue('ollama/model-7');
  await expect(chat.settings.getByLabel('Provider')).toHaveValue('Ollama');
});
