import type { Locator, Page } from '@playwright/test';

/** The chat: a conversation, its settings, and the list of conversations. */
export class ChatPage {
  readonly field: Locator;
  readonly send: Locator;
  readonly questions: Locator;
  readonly answers: Locator;
  /** The box that scrolls, with the status line in it. */
  readonly log: Locator;
  readonly settings: Locator;
  /** The rows in the list of conversations. */
  readonly conversations: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    const messages = (heading: string) =>
      page.getByRole('article').filter({ has: page.getByRole('heading', { name: heading }) });
    this.field = page.getByLabel('Message');
    this.send = page.getByRole('button', { name: 'Send' });
    this.questions = messages('You');
    this.answers = messages('Assistant');
    this.log = page.getByRole('log');
    this.settings = page.getByRole('dialog', { name: 'Settings' });
    this.conversations = page.getByRole('main').getByRole('listitem');
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  tab(name: string): Locator {
    return this.page.getByRole('navigation', { name: 'Chat' }).getByRole('link', { name, exact: true });
  }

  /** Returns a button of the last answer. */
  answerButton(name: string): Locator {
    return this.answers.last().getByRole('button', { name, exact: true });
  }

  /** Returns the face of an answer: thinking or sad. */
  face(name: 'Thinking face' | 'Sad face'): Locator {
    return this.answers.last().getByRole('img', { name });
  }

  /** Opens a conversation, or the page that starts one. */
  async open(sessionId?: string) {
    await this.page.goto(sessionId === undefined ? '/chat' : `/chat?sessionId=${sessionId}`);
  }

  /** Sends a message, and waits until it is shown. */
  async sendMessage(text: string) {
    await this.field.fill(text);
    await this.send.click();
    await this.questions.filter({ hasText: text }).last().waitFor();
  }

  /** Waits until the last answer is complete, and returns it. */
  async answered(): Promise<Locator> {
    await this.answerButton('Regenerate').waitFor();
    return this.answers.last();
  }

  async scrollToStart() {
    await this.log.evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
  }
}

/** Presses Ctrl+Enter while an input method is choosing characters. */
export const composeWithEnter = (field: Locator) =>
  field.evaluate((element) =>
    element.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, isComposing: true, bubbles: true, cancelable: true }),
    ),
  );
