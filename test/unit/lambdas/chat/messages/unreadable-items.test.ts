import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usageKey, userUse } from 'lambdas/chat/quota/spending-store';
import { chatApi } from 'shared-types/contract/chat';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { type Chat, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

describe('an item that an earlier version spoiled', () => {
  it.each([
    [{ inputTokens: 3.5, outputTokens: 2 }],
    [{ inputTokens: -1, outputTokens: 2 }],
    [{ inputTokens: '3', outputTokens: '2' }],
    [{}],
  ])('keeps its answer readable with the tokens %j', async (usage) => {
    const user = chat.newUser();
    const id = await user.answered();
    const [row] = (await user.rows('MESSAGE#')).filter(({ senderRole }) => senderRole === 'ASSISTANT');
    await chat.write(user.tableName, { pk: String(row?.['pk']), sk: String(row?.['sk']) }, { usage });
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: expect.stringContaining('stand-in') });
    expect(chatApi.listMessages.response.parse(await user.list(conversationIdOf(id)))).toHaveLength(2);
  });

  it.each([3.5, -1])('keeps the month readable with %d tokens', async (tokens) => {
    const user = chat.newUser();
    await user.answered();
    const key = usageKey(userUse(user.userId), 'month', new Date(user.clock.ms));
    await chat.write(user.tableName, key, { inputTokens: tokens, tokens });
    expect(chatApi.getUsage.response.parse(await user.usage()).inputTokens).toBe(tokens === 3.5 ? 4 : 0);
  });
});
