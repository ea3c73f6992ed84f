import * as z from 'zod';
import { expect, test as base } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat-page.ts';
import { addChannel, openChannels } from '../pages/news-section.ts';
import { StackPage } from '../pages/stack-page.ts';

const Messages = z.array(z.object({ title: z.string(), text: z.string(), url: z.string() }));

interface ToldFixtures {
  /** Passes time until the person is told what a text names, and opens the message by one tap. */
  openMessage: (text: string) => Promise<void>;
}

const test = base.extend<ToldFixtures>({
  openMessage: async ({ page, site }, use) => {
    const findMessage = async (text: string) => {
      await site.control('/clock', { advanceMs: 30_000 });
      const told = Messages.parse(await site.control('/channels'));
      return told.find((each) => `${each.title} ${each.text}`.includes(text));
    };
    await use(async (text) => {
      let found: z.infer<typeof Messages>[number] | undefined;
      await expect.poll(async () => (found = await findMessage(text)), { intervals: [500] }).toBeDefined();
      await page.goto('/_local');
      const row = page.locator('#channels tr').filter({ hasText: found?.title ?? text });
      await row.getByRole('link', { name: 'Open' }).click();
      await expect(page).toHaveURL(found?.url ?? '');
    });
  },
});

test.use({ ownSite: true });

test('a person who has left is told of an answer and of a server, and opens each by one tap', async ({
  page,
  openMessage,
}) => {
  await addChannel(await openChannels(page), 'ntfy', { Topic: 'ann-at-sea' }, 'ntfy ntfy.sh');

  const chat = new ChatPage(page);
  await chat.open();
  await chat.sendMessage('Is it raining on the sea?');
  await page.goto('/');
  await openMessage('Is it raining on the sea?');
  await expect(chat.questions.filter({ hasText: 'Is it raining on the sea?' })).toBeVisible();
  await chat.answered();

  const stack = new StackPage(page);
  await stack.open('bedrock-survival');
  await stack.confirm('Start');
  await expect(stack.state('Starting:')).toBeVisible();
  await page.goto('/');
  await openMessage('UP ');
  await expect(stack.state('Running.')).toBeVisible();
});
