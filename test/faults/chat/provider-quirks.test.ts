import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { providerQuirks } from 'local/fakes/openai/quirks/all-quirks';
import { chatApi } from 'shared-types/contract/chat';
import { type Chat, type ChatUser, startChat } from '../../unit/lambdas/chat/support/chat-environment.ts';

let chat: Chat;
let user: ChatUser;
let sessionId: string;
beforeAll(async () => {
  chat = await startChat();
  user = chat.newUser({ limits: { messagesPerDay: 1000 } });
  sessionId = (await user.start()).session.sessionId;
  await user.drain();
});
afterAll(() => chat.stop());

/** Asks the next question in the conversation, which every case and its failure have become a part of. */
async function askNext() {
  const { assistantSessionMessageId: id } = await user.send(sessionId, 'What is tea?');
  await user.drain();
  return user.poll(id);
}

describe('a strange provider', () => {
  it.each(providerQuirks)('$name ($source)', async (quirk) => {
    const { failure, text = 'Tea.', thoughts, usage, finishReason = 'stop', calls = 1 } = quirk.ends;
    chat.fakeModel.setQuirk(quirk);
    const before = chat.fakeModel.count;
    const answer = await askNext();
    expect(answer).toMatchObject({
      status: failure === undefined ? 'DONE' : 'FAILED',
      text,
      ...(failure === undefined ? { finishReason } : { failure: { code: failure } }),
    });
    expect(answer.thoughts).toBe(thoughts);
    const tokens = answer.usage && [answer.usage.inputTokens, answer.usage.outputTokens];
    expect(tokens).toEqual(usage ?? undefined);
    expect(chat.fakeModel.count - before).toBe(calls);
    expect(chatApi.listMessages.response.parse(await user.list(sessionId))).not.toHaveLength(0);
  });

  it('leaves the conversation, the month and the owner’s costs intact', async () => {
    chat.fakeModel.setMode('fast');
    expect(await askNext()).toMatchObject({ status: 'DONE', finishReason: 'stop' });
    chatApi.getUsage.response.parse(await user.usage());
    chatApi.getChatCosts.response.parse(await user.routes.getChatCosts(user.nothing));
  });

  it('has more than ninety cases, each with a name of its own', () => {
    expect(new Set(providerQuirks.map(({ name }) => name)).size).toBe(providerQuirks.length);
    expect(providerQuirks.length).toBeGreaterThan(90);
  });
});
