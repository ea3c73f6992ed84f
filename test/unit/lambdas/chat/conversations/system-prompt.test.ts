import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findModel, mergeModels } from 'lambdas/chat/models/catalogue';
import { buildPrompt } from 'lambdas/chat/models/prompt';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { estimateTokens, maxMemoryTokens } from 'shared-types/rules/models';
import { type Chat, startChat } from '../support/chat-environment.ts';
import { completeAnswer, promptTexts } from '../support/conversation.ts';
import { startAnswer } from '../support/scripted-model.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

describe('the system prompt of a conversation', () => {
  it('stands before the messages of the next question, until it is cleared', async () => {
    const started = await startAnswer(chat);
    const { user, id, startNextAnswer } = started;
    await completeAnswer(started, 'A drink.');
    const sessionId = conversationIdOf(id);
    const ask = async (text: string) => {
      await user.send(sessionId, text);
      const next = await startNextAnswer();
      await completeAnswer(next, 'Well.');
      return next.scripted;
    };

    expect(await user.rename(sessionId, { systemPrompt: 'Be brief.' })).toMatchObject({ systemPrompt: 'Be brief.' });
    expect((await ask('And coffee?')).prompt.lines[0]).toEqual({ role: 'system', text: 'Be brief.' });
    await user.rename(sessionId, { title: 'Tea' });
    expect((await user.get(sessionId)).systemPrompt).toBe('Be brief.');

    expect((await user.rename(sessionId, { systemPrompt: '' })).systemPrompt).toBeUndefined();
    expect(promptTexts(await ask('And milk?'))[0]).toBe('What is tea?');
  });

  it('is left out of lists, and of the settings of the next conversation', async () => {
    const user = chat.newUser();
    const { session } = await user.start();
    await user.rename(session.sessionId, { systemPrompt: 'Be brief.' });
    expect(await user.sessions()).toMatchObject([{ sessionId: session.sessionId, title: 'What is tea?' }]);
    expect(JSON.stringify(await user.sessions())).not.toContain('brief');
    expect((await user.start('And coffee?')).session.systemPrompt).toBeUndefined();
  });
});

const settings = { systemPrompt: 'You serve tea.', temperature: null, outputTokens: 100 };
const question = { senderRole: 'USER' as const, text: 'What is tea?' };
const linesFor = (code: string, history = [question]) =>
  buildPrompt(findModel(mergeModels([]), code), settings, history, { systemPrompt: 'Be brief.' }).lines;

describe('the prompt', () => {
  it('has the prompt of the site before that of the conversation', () => {
    expect(linesFor('gpt-4o')).toEqual([
      { role: 'system', text: 'You serve tea.\n\nBe brief.' },
      { role: 'user', text: 'What is tea?' },
    ]);
  });

  it('tells a model without a role for it what the person wrote, before the first question', () => {
    expect(linesFor('o1-mini')).toEqual([{ role: 'user', text: 'Be brief.\n\nWhat is tea?' }]);
  });

  it('leaves so much less room for earlier messages', () => {
    const long = { ...question, text: '茶'.repeat(maxMemoryTokens - estimateTokens('What is tea?')) };
    const model = findModel(mergeModels([]), 'gpt-4o');
    const noPrompt = { ...settings, systemPrompt: '' };
    expect(buildPrompt(model, noPrompt, [long, question]).lines[0]?.text).toContain('茶');
    expect(JSON.stringify(buildPrompt(model, noPrompt, [long, question], { systemPrompt: 'Be brief.' }))).not.toContain(
      '茶',
    );
  });
});
