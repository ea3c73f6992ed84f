import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../support/eventually.ts';
import { startAnswer, scriptedModel } from './support/scripted-model.ts';
import { type Chat, startChat } from './support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const sum = (calls: { units: number }[]) => calls.reduce((total, { units }) => total + units, 0);

describe('the read capacity', () => {
  it('covers one page and the conversation, however many messages there are', async () => {
    const user = chat.newUser();
    const { session } = await user.start();
    const { sessionId } = session;
    for (let sent = 1; sent < 25; sent++) {
      const { assistantSessionMessageId } = await user.send(sessionId, 'x'.repeat(300));
      await user.stop(assistantSessionMessageId);
    }
    chat.takeCalls();
    const page = await user.list(sessionId);
    const calls = chat.takeCalls();
    expect(page).toHaveLength(20);
    expect(calls.map(({ name }) => name)).toEqual(['GetItem', 'Query']);
    // A page has 20 items of up to half a kilobyte. All 50 messages would take more than three units.
    expect(calls[1]?.units).toBeLessThanOrEqual(1.5);
  });

  it('covers a query and the pinned ones for a page of conversations', async () => {
    const user = chat.newUser();
    for (let count = 0; count < 25; count++) {
      await user.routes.createSession({ ...user.nothing, body: { title: `chat ${count}` } });
    }
    chat.takeCalls();
    const page = await user.sessions();
    const calls = chat.takeCalls();
    expect(page).toHaveLength(20);
    // The pinned conversations are an item of their own.
    expect(calls.map(({ name }) => name)).toEqual(['GetItem', 'Query']);
    expect(calls[1]?.units).toBeLessThanOrEqual(1.5);
  });

  it('does not cover the whole conversation for a memory of four', async () => {
    const user = chat.newUser();
    const { session } = await user.start();
    for (let sent = 1; sent < 25; sent++) {
      const { assistantSessionMessageId } = await user.send(session.sessionId, 'x'.repeat(2000));
      await user.stop(assistantSessionMessageId);
    }
    await user.drain();
    await user.rename(session.sessionId, { memorySize: 2 });
    await user.send(session.sessionId, 'and?');
    const job = user.takeJob();
    chat.takeCalls();
    if (job) await user.work(job);
    const queries = chat.takeCalls().filter(({ name }) => name === 'Query');
    expect(sum(queries)).toBeLessThanOrEqual(4);
  });
});

/** Writes an answer as a provider streams it: `bytesPerSecond`, with one token each quarter of a second. */
async function unitsOfReply(bytes: number, bytesPerSecond: number) {
  const { model, nextAnswer } = scriptedModel();
  const user = chat.newUser({ model });
  const id = await user.ask();
  const beginning = nextAnswer();
  chat.takeCalls();
  const working = user.drain();
  const scripted = await beginning;
  let gapMs = 0;
  let maxGapMs = 0;
  let seen = 0;
  for (let said = 0; said < bytes; said += bytesPerSecond / 4) {
    await scripted.write({ text: 'w'.repeat(bytesPerSecond / 4) });
    await chat.whenIdle();
    const writes = chat.calls().filter(({ name }) => name === 'UpdateItem').length;
    gapMs = writes > seen ? 0 : gapMs + 250;
    maxGapMs = Math.max(maxGapMs, gapMs);
    seen = writes;
    user.clock.ms += 250;
  }
  await scripted.end();
  await working;
  const writes = chat.takeCalls().filter(({ name }) => name === 'UpdateItem');
  expect((await user.poll(id)).text).toHaveLength(bytes);
  return { units: sum(writes), maxGapMs };
}

describe('the write capacity', () => {
  it.each([256, 512, 1024])(
    'is two and a half units a second for an answer of 16 KB at %d bytes a second, and its final write',
    async (bytesPerSecond) => {
      const bytes = 16 * 1024;
      const { units, maxGapMs } = await unitsOfReply(bytes, bytesPerSecond);
      expect(units).toBeLessThanOrEqual(2.5 * (bytes / bytesPerSecond) + 22);
      expect(maxGapMs).toBeLessThanOrEqual(500);
    },
  );

  it('is one unit in three seconds while a model is silent', async () => {
    const { user, scripted, working } = await startAnswer(chat);
    chat.takeCalls();
    for (let seconds = 0; seconds < 60; seconds++) {
      user.clock.ms += 1000;
      await chat.whenIdle();
    }
    await eventually(() => chat.calls().length === 20);
    expect(sum(chat.takeCalls())).toBe(20);
    await scripted.write({ text: 'Well.' });
    await scripted.end();
    await working;
  });
});
