import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../../support/eventually.ts';
import { listening, scriptedModel } from './support/scripted-model.ts';
import { type Chat, startChat } from './support/chat-environment.ts';

jest.setTimeout(120_000);

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const sum = (calls: { units: number }[]) => calls.reduce((total, { units }) => total + units, 0);

describe('the read capacity', () => {
  it('covers one page and the conversation, however many messages there are', async () => {
    const world = chat.newWorld();
    const { session } = await world.start();
    const { sessionId } = session;
    for (let sent = 1; sent < 25; sent++) {
      const { assistantSessionMessageId } = await world.send(sessionId, 'x'.repeat(300));
      await world.stop(assistantSessionMessageId);
    }
    chat.takeCalls();
    const page = await world.list(sessionId);
    const calls = chat.takeCalls();
    expect(page).toHaveLength(20);
    expect(calls.map(({ name }) => name)).toEqual(['GetItem', 'Query']);
    // 20 rows of half a kilobyte at most, where all 50 would be more than three units.
    expect(calls[1]?.units).toBeLessThanOrEqual(1.5);
  });

  it('covers one query for a page of conversations', async () => {
    const world = chat.newWorld();
    for (let count = 0; count < 25; count++) {
      await world.routes.createSession({ ...world.nothing, body: { title: `chat ${count}` } });
    }
    chat.takeCalls();
    const page = await world.sessions();
    const calls = chat.takeCalls();
    expect(page).toHaveLength(20);
    expect(calls.map(({ name }) => name)).toEqual(['Query']);
    expect(sum(calls)).toBeLessThanOrEqual(1.5);
  });

  it('does not cover the whole conversation for a memory of four', async () => {
    const world = chat.newWorld();
    const { session } = await world.start();
    for (let sent = 1; sent < 25; sent++) {
      const { assistantSessionMessageId } = await world.send(session.sessionId, 'x'.repeat(2000));
      await world.stop(assistantSessionMessageId);
    }
    await world.drain();
    await world.rename(session.sessionId, { memorySize: 2 });
    await world.send(session.sessionId, 'and?');
    const job = world.takeJob();
    chat.takeCalls();
    if (job) await world.work(job);
    const queries = chat.takeCalls().filter(({ name }) => name === 'Query');
    expect(sum(queries)).toBeLessThanOrEqual(4);
  });
});

/** From the first token to the end, as a provider says it: `bytesPerSecond` in a token each quarter of a second. */
async function unitsOfReply(bytes: number, bytesPerSecond: number) {
  const { model, asked } = scriptedModel();
  const world = chat.newWorld({ model });
  const id = await world.ask();
  const beginning = asked();
  chat.takeCalls();
  const working = world.drain();
  const speech = await beginning;
  let gapMs = 0;
  let longestGapMs = 0;
  let seen = 0;
  for (let said = 0; said < bytes; said += bytesPerSecond / 4) {
    await speech.say({ text: 'w'.repeat(bytesPerSecond / 4) });
    await chat.quiet();
    const writes = chat.calls().filter(({ name }) => name === 'UpdateItem').length;
    gapMs = writes > seen ? 0 : gapMs + 250;
    longestGapMs = Math.max(longestGapMs, gapMs);
    seen = writes;
    world.clock.ms += 250;
  }
  await speech.end();
  await working;
  const writes = chat.takeCalls().filter(({ name }) => name === 'UpdateItem');
  expect((await world.poll(id)).text).toHaveLength(bytes);
  return { units: sum(writes), longestGapMs };
}

describe('the write capacity', () => {
  it.each([256, 512, 1024])(
    'is at most 90 units for an answer of 16 KB at %d bytes a second',
    async (bytesPerSecond) => {
      const { units, longestGapMs } = await unitsOfReply(16 * 1024, bytesPerSecond);
      expect(units).toBeLessThanOrEqual(90);
      expect(longestGapMs).toBeLessThanOrEqual(10_000);
    },
  );

  it('is one unit in ten seconds while a model is silent', async () => {
    const { world, speech, working } = await listening(chat);
    chat.takeCalls();
    for (let seconds = 0; seconds < 60; seconds++) {
      world.clock.ms += 1000;
      await chat.quiet();
    }
    await eventually(() => chat.calls().length === 6);
    expect(sum(chat.takeCalls())).toBe(6);
    await speech.say({ text: 'Well.' });
    await speech.end();
    await working;
  });
});
