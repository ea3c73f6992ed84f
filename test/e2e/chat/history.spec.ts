import type { Page } from '@playwright/test';
import type { ChatMessage } from 'shared-types/contract/chat';
import { dayMs } from 'shared-types/rules/time';
import { message, newestFirst } from '../../unit/web/features/chat/messages.ts';
import { hostileTexts } from '../../unit/web/features/chat/markdown/hostile-texts.ts';
import { expectAccessible, expectNoOverflow } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

const lists = '**/api/chat/session/message/list?*';
const pageLength = 20;

/** Answers every list with these messages, newest first, and returns the ids after which the page has asked. */
async function serveMessages(page: Page, messages: ChatMessage[]) {
  const asked: string[] = [];
  // A conversation that has changed after its newest message has more to load. Other specs set the clock of the site forward.
  const createTime = Date.now() + 365 * dayMs;
  await page.route(lists, (route) => {
    const last = new URL(route.request().url()).searchParams.get('lastSessionMessageId');
    asked.push(last ?? '');
    const from = messages.findIndex(({ sessionMessageId }) => sessionMessageId === last) + 1;
    return route.fulfill({ json: messages.slice(from, from + pageLength).map((each) => ({ ...each, createTime })) });
  });
  return asked;
}

const topOf = async (page: Page, text: string) =>
  (await page.getByText(text, { exact: true }).boundingBox())?.y ?? Number.NaN;

test.describe('a conversation of 10,000 messages', () => {
  test('opens at its end with one page, and older messages move nothing', async ({ page, chat, startConversation }) => {
    const asked = await serveMessages(page, newestFirst(0, 9_999));
    await chat.open(await startConversation('Hello'));
    await expect(page.getByText('text 9999')).toBeVisible();
    await expect(chat.log.getByText('scroll to load more')).toBeAttached();
    // A slow page asks for the newest messages again.
    expect(new Set(asked)).toEqual(new Set(['']));
    await expect(chat.questions).toHaveCount(pageLength / 2);

    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route(/lastSessionMessageId=/, async (route) => {
      await isReleased;
      await route.fallback();
    });
    await chat.scrollToStart();
    await expect(chat.log.getByText('loading more...')).toBeVisible();
    const before = await topOf(page, 'text 9980');
    release();
    await expect(page.getByText('text 9979')).toBeAttached();
    expect(Math.abs((await topOf(page, 'text 9980')) - before)).toBeLessThanOrEqual(1);

    await chat.button('Show latest').click();
    await expect(chat.button('Show latest')).toHaveCount(0);
    expect(await chat.log.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });

  test('renders nothing of it again while the user types', async ({ page, chat, startConversation }) => {
    await serveMessages(page, newestFirst(0, 9_999));
    await chat.open(await startConversation('Hello'));
    await expect(page.getByText('text 9999')).toBeVisible();
    await expect(chat.log.getByText('scroll to load more')).toBeAttached();
    await expect(chat.log.getByText('The model sees the messages from here')).toBeAttached();
    await chat.log.evaluate((element) => {
      Object.assign(globalThis, { drawn: 0 });
      new MutationObserver(() => Object.assign(globalThis, { drawn: 1 })).observe(element, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
    });
    await chat.field.pressSequentially('Typing stays fluid');
    expect(await page.evaluate('drawn')).toBe(0);
  });
});

test.describe('the status line', () => {
  test('says that messages are being loaded, and when there are no more', async ({ page, chat, startConversation }) => {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route(lists, async (route) => {
      await isReleased;
      await route.fallback();
    });
    await chat.open(await startConversation('Hello'));
    await expect(chat.log.getByText('loading more...')).toBeVisible();
    await expect(chat.questions).toHaveCount(0);
    release();
    await expect(chat.log.getByText('no more messages')).toBeVisible();
    await expect(chat.questions).toHaveCount(1);
  });

  test.describe('after a failure', () => {
    test.use({ cutsOff: true });

    test('says that something went wrong, and why, and goes on when told to', async ({
      page,
      chat,
      startConversation,
    }) => {
      await page.route(lists, (route) => route.abort());
      await chat.open(await startConversation('Hello'));
      await expect(chat.log.getByText('something went wrong... The site could not be reached.')).toBeVisible();
      await expectAccessible(page);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      // After some seconds the banner has the button instead.
      await page
        .getByRole('button', { name: /^retry/i })
        .first()
        .click();
      await expect(chat.questions.getByText('Hello')).toBeVisible();
    });

    test('says in an outage that a conversation was not loaded before, and shows it after that', async ({
      page,
      chat,
      startConversation,
    }) => {
      await startConversation('Hello');
      await chat.open(await startConversation('Goodbye'));
      await expect(chat.questions.getByText('Goodbye')).toBeVisible();
      await page.route('**/api/**', (route) => route.abort());
      await page.getByRole('link', { name: 'Hello', exact: true }).click();
      await expect(
        chat.log.getByText('This conversation is not stored on this device. It appears when the site responds again.'),
      ).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Hello' })).toBeVisible();
      await expect(chat.log.getByText('something went wrong...')).toBeHidden();
      await expectAccessible(page);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await expect(chat.questions.getByText('Hello')).toBeVisible();
      await expect(chat.log.getByText('no more messages')).toBeVisible();
    });

    test('keeps what is there when older messages fail to load, and asks for them again by itself', async ({
      page,
      chat,
      startConversation,
    }) => {
      await page.clock.install();
      await serveMessages(page, newestFirst(0, 24));
      await page.route(/lastSessionMessageId/, (route) => route.abort());
      await chat.open(await startConversation('Hello'));
      await expect(page.getByText('text 24')).toBeVisible();
      await chat.scrollToStart();
      await expect(chat.log.getByText('something went wrong...')).toBeVisible();
      expect(await chat.questions.count()).toBeGreaterThan(5);
      await page.unroute(/lastSessionMessageId/);
      await page.clock.fastForward(5_000);
      await expect(page.getByText('text 0', { exact: true })).toBeAttached();
      await chat.scrollToStart();
      await expect(chat.log.getByText('no more messages')).toBeVisible();
    });
  });

  test.describe('the link to a missing conversation', () => {
    test.use({ expectedFailures: [404] });

    test('leads to the start', async ({ page, chat, startConversation }) => {
      const sessionId = await startConversation('Hello');
      await chat.open(sessionId.replace(/.$/, (last) => (last === '0' ? '1' : '0')));
      await expect(page.getByRole('heading', { name: 'Conversation not found' })).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: 'Start Chatting' }).click();
      await expect(page.getByRole('heading', { name: 'Start Chatting' })).toBeVisible();
      expect(new URL(page.url()).search).toBe('');
    });
  });
});

test.describe('an answer that means harm', () => {
  test(
    'runs nothing and asks for nothing, and shows its text',
    { tag: '@phone-only' },
    async ({ page, chat, startConversation }) => {
      const texts = Object.values(hostileTexts).flat();
      await serveMessages(
        page,
        texts.map((text, index) => message(2 * index + 1, { text })),
      );
      await chat.open(await startConversation('Hello'));
      for (let loaded = pageLength; loaded < texts.length + pageLength; loaded += pageLength) {
        await expect(chat.answers.nth(Math.min(loaded, texts.length) - 1)).toBeAttached();
        await chat.scrollToStart();
      }
      await expect(chat.answers).toHaveCount(texts.length);
      await page.evaluate("document.querySelectorAll('article').forEach((row) => row.scrollIntoView())");
      await expect(page.getByText('<script>window.hacked = 1</script>')).toBeAttached();
      expect(
        await page.evaluate(
          "typeof hacked + document.querySelectorAll('article :is(script, img, iframe, svg, object, video, form, style)').length",
        ),
      ).toBe('undefined0');
      await expectNoOverflow(page);
    },
  );
});
