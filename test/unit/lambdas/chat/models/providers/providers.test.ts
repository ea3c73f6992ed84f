import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chunk, done, stream, tea, quirk } from 'local/fakes/openai/quirks/quirk';
import { type Chat, type ChatUser, startChat } from '../../support/chat-environment.ts';
import { providerAnswers } from './answers.ts';
import { ends, finishReasons } from './finish-reasons.ts';

let chat: Chat;
let user: ChatUser;
beforeAll(async () => {
  chat = await startChat();
  user = chat.newUser({ limits: { messagesPerDay: 1000 } });
});
afterAll(() => chat.stop());

async function answerOf(...events: object[]) {
  chat.fakeModel.setQuirk(quirk('', '', stream(...events, done)));
  return user.poll(await user.answered());
}

describe('the end of an answer', () => {
  it.each(finishReasons)('%s: %s is the end %s', async (_, reason, end) => {
    const { withWords, empty } = ends[end];
    const isFailed = 'failure' in withWords;
    const answer = await answerOf(...tea, chunk({}, reason));
    expect(answer).toMatchObject({ status: isFailed ? 'FAILED' : 'DONE', text: 'Tea.' });
    expect(isFailed ? { failure: answer.failure?.code } : { finishReason: answer.finishReason }).toEqual(withWords);
    expect((await answerOf(chunk({}, reason))).failure?.code).toBe(empty);
  });

  it('that only the provider knows is kept in its words', async () => {
    expect(await answerOf(...tea, chunk({}, 'LANGUAGE'))).toMatchObject({ status: 'DONE', finishReason: 'LANGUAGE' });
    const long = `out of\n luck ${'x'.repeat(36)}🍵 and more`;
    const { finishReason } = await answerOf(...tea, chunk({}, long));
    expect(finishReason).toBe(`out of luck ${'x'.repeat(36)}🍵`);
    expect((await answerOf(chunk({}, 'LANGUAGE'))).failure).toEqual({
      code: 'empty',
      message: 'The model ended without an answer (LANGUAGE). Regenerate to try again.',
      retryable: true,
    });
  });
});

describe('an answer of a provider', () => {
  it.each(providerAnswers)('$name', async ({ citations, ends: expected, ...answered }) => {
    const { failure, text = 'Tea.', thoughts, usage, finishReason = 'stop', calls = 1 } = expected;
    chat.fakeModel.setQuirk({ ...answered, ends: expected });
    const before = chat.fakeModel.count;
    const answer = await user.poll(await user.answered());
    expect(answer).toMatchObject(failure === undefined ? { status: 'DONE', finishReason } : { status: 'FAILED' });
    expect([answer.failure?.code, answer.text, answer.thoughts]).toEqual([failure, text, thoughts]);
    expect(answer.usage && [answer.usage.inputTokens, answer.usage.outputTokens]).toEqual(usage ?? undefined);
    expect(answer.citations).toEqual(citations);
    expect(chat.fakeModel.count - before).toBe(calls);
  });
});
