import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { ModelError } from 'lambdas/chat/models/failures';
import { answerWith, completeAnswer, lastExchange, nextPrompt, promptTexts } from '../support/conversation.ts';
import { type Chat, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

describe('an edited question', () => {
  it('replaces the last question, which is kept with its answer', async () => {
    const answer = await answerWith(chat, 'A leaf.');
    const { user, id, startNextAnswer } = answer;
    expect(await user.regenerate(id, 'What is coffee?')).toMatchObject({ status: 'PENDING', text: '' });
    const second = await startNextAnswer();
    expect(promptTexts(second.scripted)).toEqual(['What is coffee?']);
    await completeAnswer(second, 'A bean.');
    expect(await lastExchange(user, id)).toEqual(['What is coffee?', 'DONE', 'A bean.']);
    expect(await user.show(id, 1)).toMatchObject({ text: 'A leaf.' });
    expect(await lastExchange(user, id)).toEqual(['What is tea?', 'DONE', 'A leaf.']);
    await user.show(id, 2);
    expect(await lastExchange(user, id)).toEqual(['What is coffee?', 'DONE', 'A bean.']);
    await user.show(id, 1);
    expect(await nextPrompt(answer)).toEqual(['What is tea?', 'A leaf.', 'And now?']);
  });

  it('keeps the old and the new text if the answer fails, or if there was none', async () => {
    const { user, id, startNextAnswer } = await answerWith(chat, 'A leaf.');
    await user.regenerate(id, 'What is coffee?');
    const second = await startNextAnswer();
    await second.scripted.fail(new ModelError({ status: 401 }));
    await second.working;
    expect(await lastExchange(user, id)).toEqual(['What is coffee?', 'FAILED', '']);
    await user.regenerate(id, 'What is cocoa?');
    await completeAnswer(await startNextAnswer(), 'A tree.');
    const { versions = [] } = await user.poll(id);
    const all = [];
    for (const version of versions) {
      await user.show(id, version);
      all.push(await lastExchange(user, id));
    }
    expect(all).toEqual([
      ['What is tea?', 'DONE', 'A leaf.'],
      ['What is coffee?', 'FAILED', ''],
      ['What is cocoa?', 'DONE', 'A tree.'],
    ]);
  });

  it('begins one attempt when it is sent twice', async () => {
    const { user, id, scriptedAnswers, startNextAnswer } = await answerWith(chat, 'A leaf.');
    const pending = await user.regenerate(id, 'What is coffee?');
    expect(await user.regenerate(id, 'What is coffee?')).toEqual(pending);
    await completeAnswer(await startNextAnswer(), 'A bean.');
    expect(await user.regenerate(id, 'What is coffee?')).toMatchObject({ status: 'DONE', text: 'A bean.' });
    expect(scriptedAnswers()).toHaveLength(2);
  });

  it('is refused if later messages follow, or its answer is being written', async () => {
    const answer = await answerWith(chat, 'A leaf.');
    const { user, id } = answer;
    await nextPrompt(answer);
    await expect(user.regenerate(id, 'What?')).rejects.toThrow('Only the last question can be edited.');
    const last = await user.ask();
    await expect(user.regenerate(last, 'What?')).rejects.toMatchObject({ detail: { current: 'PENDING' } });
    expect((await user.list(conversationIdOf(last)))[1]).toMatchObject({ text: 'What is tea?' });
  });
});
