import { goByKeys, tabTo } from '../fixtures/keys.ts';
import { expect, test } from './test.ts';

test('the chat is gone through with the keyboard alone, and its answer is announced as words', async ({
  page,
  chat,
}) => {
  const press = (key: string) => page.keyboard.press(key);
  await page.goto('/');
  await goByKeys(page, ['g', 'c'], '/chat');
  await tabTo(page, chat.field);
  await page.keyboard.type('Tell me about tea, please.');
  await press('Control+Enter');
  const answer = await chat.answered();
  const words = await answer.getByRole('paragraph').first().innerText();
  await expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1);
  await expect(page.getByRole('log', { name: 'Conversation' })).toMatchAriaSnapshot(`
    - log "Conversation":
      - article:
        - heading "You" [level=2]
        - paragraph: Tell me about tea, please.
      - article:
        - heading "Assistant" [level=2]
        - list
        - paragraph:
          - button "Copy answer"
          - button "Regenerate"
  `);

  await tabTo(page, chat.button('Rename'));
  await press('Enter');
  // The field loads when it is opened.
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await press('Control+a');
  await page.keyboard.type('Tea');
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tea');
  await expect(chat.button('Rename')).toBeFocused();

  const { href } = new URL(page.url());
  await press('n');
  await expect(page).toHaveURL('/chat');
  await expect(chat.field).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Tea' }));
  await press('o');
  await expect(page).toHaveURL(href);
  await expect(chat.questions).toHaveCount(1);
});
