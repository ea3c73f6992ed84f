import type { Page, Route } from '@playwright/test';
import { fetchAnswer } from '../fixtures/fetch-answer.ts';
import { expect, test as base } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat-page.ts';

interface ChatFixtures {
  chat: ChatPage;
  /** Starts a conversation through the API, waits for its answer, and returns its id. */
  startConversation: (text: string) => Promise<string>;
}

/** Tests of the chat. The model answers at once unless a test sets another mode. */
export const test = base.extend<ChatFixtures>({
  chat: ({ page }, use) => use(new ChatPage(page)),
  startConversation: ({ user: { call } }, use) =>
    use(async (text) => {
      const {
        session: { sessionId },
        assistantSessionMessageId: sessionMessageId,
      } = await call('POST /api/chat/session/create_with_message', { body: { text } });
      await expect
        .poll(() => call('GET /api/chat/session/message/{sessionMessageId}', { params: { sessionMessageId } }))
        .toMatchObject({ status: 'DONE' });
      return sessionId;
    }),
});

/** The server gets the request, and its answer is lost on the way back. */
export const loseAnswer = async (route: Route) => {
  await fetchAnswer(route);
  await route.abort();
};

/** The user comes back to the page from another window. */
export const focusWindow = (page: Page) =>
  page.evaluate("dispatchEvent(new Event('blur')), dispatchEvent(new Event('focus'))");

export { expect } from '../fixtures/test.ts';
