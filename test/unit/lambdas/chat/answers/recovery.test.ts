import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../../../support/eventually.ts';
import { listening } from '../support/scripted-model.ts';
import { type Chat, startChat } from '../support/chat-environment.ts';

jest.setTimeout(60_000);

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const second = 1000;

describe('polling an answer', () => {
  it('asks another worker, once in fifteen seconds, while none has begun', async () => {
    const world = chat.newWorld();
    const id = await world.ask();
    world.jobs.length = 0;
    world.clock.ms += 14 * second;
    await world.poll(id);
    expect(world.jobs).toHaveLength(0);
    world.clock.ms += second;
    await Promise.all([world.poll(id), world.poll(id), world.poll(id)]);
    await world.poll(id);
    expect(world.jobs).toHaveLength(1);
    await world.drain();
    expect(await world.poll(id)).toMatchObject({ status: 'DONE' });
  });

  it('marks an answer as lost after two recoveries, keeps its text, and releases its quota', async () => {
    const world = chat.newWorld({ limits: { answersAtOnce: 1 } });
    const id = await world.ask();
    for (let recoveries = 0; recoveries < 2; recoveries++) {
      world.clock.ms += 15 * second;
      expect((await world.poll(id)).status).toBe('PENDING');
    }
    expect(world.jobs).toHaveLength(3);
    await expect(world.ask()).rejects.toMatchObject({ code: 'tooMany' });
    world.clock.ms += 15 * second;
    const lost = { status: 'FAILED', failure: { code: 'lost', retryable: true } };
    expect(await world.poll(id)).toMatchObject(lost);
    // The queue delivers the records after all, and no model is asked for a lost answer.
    const count = chat.standIn.count;
    await world.drain();
    expect(chat.standIn.count).toBe(count);
    expect(await world.poll(id)).toMatchObject(lost);
    await expect(world.regenerate(id)).resolves.toMatchObject({ status: 'PENDING' });
    await world.drain();
    expect(await world.poll(id)).toMatchObject({ status: 'DONE' });
  });

  it('does not recover an answer whose worker renews its lease', async () => {
    const { world, id, speech, working } = await listening(chat);
    for (let step = 0; step < 8; step++) {
      const before = await leaseOf(world);
      world.clock.ms += 10 * second;
      await eventually(async () => (await leaseOf(world)) > before);
      expect(await world.poll(id)).toMatchObject({ status: 'IN_PROGRESS' });
    }
    expect(world.jobs).toHaveLength(0);
    await speech.say({ text: 'Well.' });
    await speech.end();
    await working;
    expect(await world.poll(id)).toMatchObject({ status: 'DONE', text: 'Well.' });
  });

  it('reads one item and writes nothing for a settled answer', async () => {
    const world = chat.newWorld();
    const id = await world.answered();
    chat.takeCalls();
    await world.poll(id);
    expect(chat.takeCalls().map(({ name }) => name)).toEqual(['GetItem']);
  });
});

const leaseOf = async (world: ReturnType<Chat['newWorld']>) =>
  Number((await world.rows('MESSAGE#')).find(({ senderRole }) => senderRole === 'ASSISTANT')?.['leaseUntilMs'] ?? 0);

describe('a record that always fails', () => {
  it('fails the answer with its last receive', async () => {
    const world = chat.newWorld({ limits: { answersAtOnce: 1 } });
    const id = await world.ask();
    const job = world.takeJob();
    if (!job) throw new Error('no job is due');
    chat.hooks.before = (name) => {
      if (name === 'Query') throw new Error('a bug');
    };
    try {
      await expect(world.work(job)).rejects.toThrow('a bug');
      expect((await world.poll(id)).status).toBe('IN_PROGRESS');
      world.clock.ms += 30 * 60 * second;
      await expect(world.work(job, true)).rejects.toThrow('a bug');
    } finally {
      chat.hooks.before = undefined;
    }
    expect(await world.poll(id)).toMatchObject({ status: 'FAILED', failure: { code: 'internal', retryable: true } });
    await expect(world.ask('And now?')).resolves.toBeTruthy();
  });
});

describe('a repeated delivery', () => {
  it('makes one call and one answer when ten come at once', async () => {
    const world = chat.newWorld();
    const id = await world.ask('once');
    const before = chat.standIn.count;
    const job = world.takeJob();
    if (!job) throw new Error('no job is due');
    await Promise.all(Array.from({ length: 10 }, () => world.work(job)));
    expect(chat.standIn.count - before).toBe(1);
    expect(await world.poll(id)).toMatchObject({ status: 'DONE' });
    expect((await world.list(id.slice(0, 26))).map(({ senderRole }) => senderRole)).toEqual(['ASSISTANT', 'USER']);
  });

  it('changes nothing and asks no model after the end', async () => {
    const world = chat.newWorld();
    const id = await world.ask();
    const job = world.takeJob();
    if (!job) throw new Error('no job is due');
    await world.work(job);
    const [before, count] = [await world.poll(id), chat.standIn.count];
    await world.work(job);
    await world.work(job);
    expect(await world.poll(id)).toEqual(before);
    expect(chat.standIn.count).toBe(count);
  });

  it('does nothing for an earlier attempt', async () => {
    const world = chat.newWorld();
    const id = await world.ask();
    const first = world.takeJob();
    if (!first) throw new Error('no job is due');
    await world.work(first);
    await world.regenerate(id);
    const count = chat.standIn.count;
    await world.work(first);
    expect(chat.standIn.count).toBe(count);
    expect((await world.poll(id)).status).toBe('PENDING');
    await world.drain();
    expect((await world.poll(id)).status).toBe('DONE');
  });
});
