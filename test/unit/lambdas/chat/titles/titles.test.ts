import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { titleFromReply } from 'lambdas/chat/titles/title';
import { ModelError } from 'lambdas/chat/models/failures';
import type { Prompt } from 'lambdas/chat/models/prompt';
import type { AnswerPart, Model } from 'lambdas/chat/models/model';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { type Chat, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const small = 'small';
const common = { stream: true, systemRole: 'system', temperature: false, tokenLimit: 'max_tokens' } as const;
const luna = {
  ...common,
  code: small,
  name: 'Small',
  api: 'responses' as const,
  background: true,
  efforts: ['low' as const, 'high' as const],
  webSearch: true,
  pictures: 'none' as const,
  pdfs: false,
};
const usage = { inputTokens: 90, outputTokens: 6 };
const question = 'How is white tea made?';

/** Creates a model that answers, and replies to the request for a title as it is told. */
function userWith(reply: () => AnswerPart[], titleModel: string | null = small) {
  const asked: Prompt[] = [];
  const model: Model = {
    cancel: async () => {},
    async *answer(prompt) {
      if (prompt.model.code !== small) yield { text: 'White tea is dried at once.', finishReason: 'stop', usage };
      else {
        asked.push(prompt);
        yield* reply();
      }
    },
  };
  const user = chat.newUser({ model, titleModel, models: [luna] });
  const titleOf = async (id: string) => (await user.get(conversationIdOf(id))).title;
  const ledger = async () => (await user.rows()).flatMap(({ reservations }) => reservations ?? []);
  return { user, asked, titleOf, ledger };
}
const failing = (error: Error) => () => {
  throw error;
};
const title = (text: string) => () => [{ text, usage, finishReason: 'stop' }];

describe('the title of a new conversation', () => {
  it('is written after the first answer, from both, and counted', async () => {
    const { user, asked, titleOf, ledger } = userWith(title('“Drying white tea”\n'));
    const id = await user.answered(question);
    expect(await titleOf(id)).toBe('Drying white tea');
    const [prompt] = asked;
    expect(prompt?.lines.at(-1)?.text).toMatch(/How is white tea made\?[^]*White tea is dried at once\./);
    // Nothing would take up a title in the background, and a search would cost more than the title.
    expect(prompt).toMatchObject({ model: { background: false }, searches: 0, effort: 'low', outputTokens: 400 });
    expect(await user.usage()).toMatchObject({ inputTokens: 180, outputTokens: 12 });
    expect(await ledger()).toEqual([]);
    await user.send(conversationIdOf(id), 'And green tea?');
    await user.drain();
    await user.regenerate(id);
    await user.drain();
    expect(asked).toHaveLength(1);
  });

  it('is written from the names of the files of a question without a text', async () => {
    const { user, asked, titleOf } = userWith(title('A tea plant'));
    const file = await user.upload(Buffer.from('Tea is a plant.'), 'plant.txt', 'text/plain');
    const { assistantSessionMessageId: id } = await user.start('', [file]);
    expect(await titleOf(id)).toBe('plant.txt');
    await user.drain();
    expect([await titleOf(id), asked[0]?.lines.at(-1)?.text]).toEqual([
      'A tea plant',
      expect.stringContaining('Question: plant.txt\n'),
    ]);
  });

  it('has no thoughts that its model closes without having opened them', async () => {
    const { user, titleOf } = userWith(() => [
      { text: 'They ask about ' },
      { textWasThoughts: true, thoughts: 'tea.', text: 'Drying white tea' },
      { finishReason: 'stop', usage },
    ]);
    expect(await titleOf(await user.answered(question))).toBe('Drying white tea');
  });

  // A refusal is free. The tokens of a reply that broke off are estimated: 51 of the prompt, and 2 of 'Drying'.
  it.each<[string, () => AnswerPart[], [number, number]]>([
    ['says nothing', title(' "" '), [180, 12]],
    ['is cut', () => [{ text: 'Drying', usage, finishReason: 'length' }], [180, 12]],
    ['wants a tool', () => [{ text: 'Drying', usage, finishReason: 'tool_calls' }], [180, 12]],
    ['breaks off', () => [{ text: 'Drying' }], [141, 8]],
    ['refuses', failing(new ModelError({ status: 500, code: 'server_error' })), [90, 6]],
    ['fails in an unexpected way', failing(new TypeError('a bug')), [141, 6]],
  ])(
    'is the first line of the question when the model %s, and what was written is paid',
    async (_, reply, [inputTokens, outputTokens]) => {
      const { user, titleOf, ledger } = userWith(reply);
      const id = await user.answered(question);
      expect(await titleOf(id)).toBe(question);
      expect((await user.list(conversationIdOf(id)))[0]).toMatchObject({ status: 'DONE' });
      expect(await user.usage()).toMatchObject({ inputTokens, outputTokens });
      expect(await ledger()).toEqual([]);
    },
  );

  it('is the first line of the question where no model is configured, and for a person who wants it so', async () => {
    const none = userWith(title('Tea'), null);
    expect(await none.titleOf(await none.user.answered(question))).toBe(question);
    const { user, titleOf, asked } = userWith(title('Tea'));
    const body = { text: question, titleByModel: false };
    const { assistantSessionMessageId: id } = await user.routes.createSessionWithMessage({ ...user.nothing, body });
    await user.drain();
    expect([await titleOf(id), asked]).toEqual([question, []]);
    expect((await user.routes.listModels(user.nothing)).filter(({ writesTitles }) => writesTitles)).toMatchObject([
      { code: small },
    ]);
  });

  it('is not written over the one that a person gives it meanwhile, or before', async () => {
    const { user, titleOf, asked } = userWith(title('Drying white tea'));
    const id = await user.ask(question);
    await user.rename(conversationIdOf(id), { title: question });
    await user.drain();
    expect([await titleOf(id), asked.length]).toEqual([question, 0]);
    const other = await user.ask('And black tea?');
    const { model } = user.worker;
    user.worker.model = {
      cancel: async () => {},
      async *answer(prompt, signal, keepId) {
        if (prompt.model.code === small) await user.rename(conversationIdOf(other), { title: 'Black' });
        yield* model.answer(prompt, signal, keepId);
      },
    };
    await user.drain();
    expect([await titleOf(other), asked.length]).toEqual(['Black', 1]);
  });

  it.each([
    [300, 0],
    [1000, 1],
  ])('is asked for within the limits: %i tokens', async (tokensPerDay, times) => {
    const { user, asked } = userWith(title('Tea'));
    user.worker.settings.outputTokens = 100;
    user.worker.settings.spendingLimits.person.tokensPerDay = tokensPerDay;
    const id = await user.answered(question);
    expect([(await user.list(conversationIdOf(id)))[0]?.status, asked.length]).toEqual(['DONE', times]);
  });
});

describe('the title in a reply', () => {
  it.each([
    ['**Tea**', 'Tea'],
    ['"Tea and *milk*"', 'Tea and milk'],
    ['What is meant by “tea”', 'What is meant by “tea”'],
    ['"Tea" and "milk"', '"Tea" and "milk"'],
    ['**“「茶」的做法”。**', '「茶」的做法'],
    ['""', ''],
    ['Title: Tea.\nIt is about tea.', 'Tea'],
    ['标题：白茶的做法。', '白茶的做法'],
    ['', ''],
    ['a'.repeat(80), `${'a'.repeat(59)}…`],
  ])('of %j is %j', (reply, expected) => {
    expect(titleFromReply(reply)).toBe(expected);
  });
});
