import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ModelError } from 'lambdas/chat/models/failures';
import { asked, linesOf, said, say, sessionOf, toldNext } from '../support/conversation.ts';
import { type Chat, startChat } from '../support/chat-environment.ts';

jest.setTimeout(60_000);

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

describe('a reworded question', () => {
  it('replaces the last question, which is kept with its answer', async () => {
    const answer = await asked(chat, 'A leaf.');
    const { world, id, listen } = answer;
    expect(await world.regenerate(id, 'What is coffee?')).toMatchObject({ status: 'PENDING', text: '' });
    const second = await listen();
    expect(linesOf(second.speech)).toEqual(['What is coffee?']);
    await say(second, 'A bean.');
    expect(await said(world, id)).toEqual(['What is coffee?', 'DONE', 'A bean.']);
    expect(await world.show(id, 1)).toMatchObject({ text: 'A leaf.' });
    expect(await said(world, id)).toEqual(['What is tea?', 'DONE', 'A leaf.']);
    await world.show(id, 2);
    expect(await said(world, id)).toEqual(['What is coffee?', 'DONE', 'A bean.']);
    await world.show(id, 1);
    expect(await toldNext(answer)).toEqual(['What is tea?', 'A leaf.', 'And now?']);
  });

  it('keeps the old and the new text if the answer fails, or if there was none', async () => {
    const { world, id, listen } = await asked(chat, 'A leaf.');
    await world.regenerate(id, 'What is coffee?');
    const second = await listen();
    await second.speech.fail(new ModelError({ status: 401 }));
    await second.working;
    expect(await said(world, id)).toEqual(['What is coffee?', 'FAILED', '']);
    await world.regenerate(id, 'What is cocoa?');
    await say(await listen(), 'A tree.');
    const { versions = [] } = await world.poll(id);
    const all = [];
    for (const version of versions) {
      await world.show(id, version);
      all.push(await said(world, id));
    }
    expect(all).toEqual([
      ['What is tea?', 'DONE', 'A leaf.'],
      ['What is coffee?', 'FAILED', ''],
      ['What is cocoa?', 'DONE', 'A tree.'],
    ]);
  });

  it('begins one attempt when it is sent twice', async () => {
    const { world, id, speeches, listen } = await asked(chat, 'A leaf.');
    const pending = await world.regenerate(id, 'What is coffee?');
    expect(await world.regenerate(id, 'What is coffee?')).toEqual(pending);
    await say(await listen(), 'A bean.');
    expect(await world.regenerate(id, 'What is coffee?')).toMatchObject({ status: 'DONE', text: 'A bean.' });
    expect(speeches()).toHaveLength(2);
  });

  it('is refused if later messages follow, or its answer is being written', async () => {
    const answer = await asked(chat, 'A leaf.');
    const { world, id } = answer;
    await toldNext(answer);
    await expect(world.regenerate(id, 'What?')).rejects.toThrow('Only the last question can be changed.');
    const last = await world.ask();
    await expect(world.regenerate(last, 'What?')).rejects.toMatchObject({ detail: { current: 'PENDING' } });
    expect((await world.list(sessionOf(last)))[1]).toMatchObject({ text: 'What is tea?' });
  });
});
