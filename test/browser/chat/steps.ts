import type { Locator, Page } from '@playwright/test';

/** What a person does in the chat, one step after the other. */
export const messageField = (page: Page) => page.getByLabel('Message');
export const answers = (page: Page) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Assistant' }) });
export const questions = (page: Page) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'You' }) });

/** Sends a message in the conversation that is open, or begins one. */
export async function say(page: Page, text: string) {
  await messageField(page).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  await questions(page).filter({ hasText: text }).last().waitFor();
}

/** Waits until the last answer is done. */
export async function answered(page: Page) {
  const answer = answers(page).last();
  const regenerate = answer.getByRole('button', { name: 'regenerate', exact: true });
  await regenerate.waitFor({ timeout: 45_000 }).catch(async (cause: unknown) => {
    throw new Error(`No answer came. The page says:\n${await page.locator('main').innerText()}`, { cause });
  });
  return answer;
}

/** Begins a conversation; gives back its id. */
export async function start(page: Page, text: string) {
  await page.goto('/chat');
  await say(page, text);
  return new URL(page.url()).searchParams.get('sessionId') ?? '';
}

/** Enter, with whichever key beside it, while an input method is choosing characters. */
export const composeWithEnter = (field: Locator) =>
  field.evaluate((element) =>
    element.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, isComposing: true, bubbles: true, cancelable: true }),
    ),
  );

export const hasFocus = (element: Locator) => element.evaluate((each) => each === document.activeElement);
