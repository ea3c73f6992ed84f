import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../support/eventually.ts';
import { scriptedModel, startAnswer } from '../support/scripted-model.ts';
import { type Chat, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const second = 1000;

describe('polling an answer', () => {
  it('asks another worker, once in fifteen seconds, while none has begun', async () => {
    const user = chat.newUser();
    const id = await user.ask();
    user.jobs.length = 0;
    user.clock.ms += 14 * second;
    await user.poll(id);
    expect(user.jobs).toHaveLength(0);
    user.clock.ms += second;
    await Promise.all([user.poll(id), user.poll(id), user.poll(id)]);
    await user.poll(id);
    expect(user.jobs).toHaveLength(1);
    await user.drain();
    expect(await user.poll(id)).toMatchObject({ status: 'DONE' });
  });

  it('says that an answer waits for a place, and gives it up after ten minutes at the earliest', async () => {
    const user = chat.newUser({ limits: { answersAtOnce: 1 } });
    const askedAtMs = user.clock.ms;
    const id = await user.ask();
    expect(await user.poll(id)).not.toHaveProperty('isWaiting');
    while (user.clock.ms - askedAtMs < 10 * 60 * second) {
      expect((await user.poll(id)).status).toBe('PENDING');
      user.clock.ms += 5 * second;
    }
    expect(await user.poll(id)).toMatchObject({ status: 'PENDING', isWaiting: true });
    // The pauses between the jobs grow, because all of them wait in the same queue.
    expect(user.jobs).toHaveLength(8);
    user.clock.ms += 120 * second;
    const lost = { status: 'FAILED', failure: { code: 'lost', retryable: true } };
    expect(await user.poll(id)).toMatchObject(lost);
    // The queue delivers the records after all, and no model is asked for a lost answer.
    const count = chat.fakeModel.count;
    await user.drain();
    expect(chat.fakeModel.count).toBe(count);
    expect(await user.poll(id)).toMatchObject(lost);
    await expect(user.regenerate(id)).resolves.toMatchObject({ status: 'PENDING' });
    await user.drain();
    expect(await user.poll(id)).toMatchObject({ status: 'DONE' });
  });

  it('asks another worker once, nine seconds after the last word of one that has died', async () => {
    const user = chat.newUser();
    const id = await user.ask();
    const job = user.takeJob();
    user.clock.ms += second;
    if (job?.kind === 'generate') await user.ports.store.acquireLease(job, 'dead', user.clock.ms);
    user.clock.ms += 8 * second;
    await user.poll(id);
    expect(user.jobs).toHaveLength(0);
    user.clock.ms += second;
    await user.poll(id);
    expect(user.jobs).toHaveLength(1);
    user.clock.ms += 5 * second;
    expect(await user.poll(id)).toMatchObject({ retry: { reason: 'interrupted', inMs: 0 } });
    expect(user.jobs).toHaveLength(1);
    await user.drain();
    expect(await user.poll(id)).toMatchObject({ status: 'DONE' });
  });

  it('marks an answer as lost after two recoveries from dead workers', async () => {
    const user = chat.newUser({ limits: { answersAtOnce: 1 } });
    const id = await user.ask();
    const job = user.takeJob();
    for (let deaths = 0; deaths < 3; deaths++) {
      expect((await user.poll(id)).status).not.toBe('FAILED');
      const lease = job?.kind === 'generate' && (await user.ports.store.acquireLease(job, `${deaths}`, user.clock.ms));
      expect(lease).toBeTruthy();
      await expect(user.ask()).rejects.toMatchObject({ code: 'tooMany' });
      user.clock.ms += 15 * second;
    }
    expect(await user.poll(id)).toMatchObject({ status: 'FAILED', failure: { code: 'lost', retryable: true } });
    await expect(user.ask()).resolves.toBeTruthy();
  });

  it('does not recover an answer whose worker renews its lease', async () => {
    const { user, id, scripted, working } = await startAnswer(chat);
    for (let step = 0; step < 8; step++) {
      const before = await leaseOf(user);
      user.clock.ms += 4 * second;
      await eventually(async () => (await leaseOf(user)) > before);
      expect(await user.poll(id)).toMatchObject({ status: 'IN_PROGRESS' });
    }
    expect(user.jobs).toHaveLength(0);
    await scripted.write({ text: 'Well.' });
    await scripted.end();
    await working;
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: 'Well.' });
  });

  it('recovers an answer whose times come from a clock that was hours ahead', async () => {
    const user = chat.newUser();
    const hours = 7 * 3600 * second;
    user.clock.ms += hours;
    const waiting = await user.ask();
    user.jobs.length = 0;
    user.clock.ms -= hours;
    expect(await user.poll(waiting)).toMatchObject({ status: 'PENDING' });
    expect(user.jobs).toHaveLength(1);
    await user.drain();
    expect(await user.poll(waiting)).toMatchObject({ status: 'DONE' });
  });

  it('takes the lease of a worker over whose clock was hours ahead', async () => {
    const { user, id, startNextAnswer, ...first } = await startAnswer(chat);
    user.clock.ms -= 7 * 3600 * second;
    expect(await user.poll(id)).toMatchObject({ status: 'IN_PROGRESS' });
    expect(user.jobs).toHaveLength(1);
    const next = await startNextAnswer();
    await next.scripted.write({ text: 'Well.' });
    await next.scripted.end();
    await next.working;
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: 'Well.' });
    await first.scripted.end();
    await first.working;
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: 'Well.' });
  });

  it('keeps the text of a worker that has died, until another one writes', async () => {
    const { model, nextAnswer } = scriptedModel();
    // The worker renews its lease only when words arrive, so the lease expires while the model is silent.
    const user = chat.newUser({ model, worker: { tickMs: 3_600_000 } });
    const id = await user.ask();
    const startNext = async () => {
      const beginning = nextAnswer();
      const working = user.drain();
      return { scripted: await beginning, working };
    };
    const { scripted, working } = await startNext();
    await scripted.write({ text: 'Tea ' });
    await eventually(async () => (await user.poll(id)).text === 'Tea ');
    user.clock.ms += second;
    await scripted.write({ text: 'is' });
    await eventually(async () => (await user.poll(id)).text === 'Tea is');
    user.clock.ms += 31 * second;
    const { writer } = await user.poll(id);
    const next = await startNext();
    expect(await user.poll(id, { after: 6, writer })).toMatchObject({ status: 'IN_PROGRESS', text: 'Tea is' });
    await next.scripted.write({ text: 'Coffee' });
    await eventually(async () => (await user.poll(id, { after: 6, writer })).text === 'Coffee');
    await next.scripted.end();
    await next.working;
    await scripted.end();
    await working;
    expect(await user.poll(id)).toMatchObject({ status: 'DONE', text: 'Coffee' });
  });

  it('reads one item and writes nothing for a settled answer that was shown', async () => {
    const user = chat.newUser();
    const id = await user.answered();
    await user.poll(id);
    chat.takeCalls();
    await user.poll(id);
    expect(chat.takeCalls().map(({ name }) => name)).toEqual(['GetItem']);
  });
});

const leaseOf = async (user: ReturnType<Chat['newUser']>) =>
  Number((await user.rows('MESSAGE#')).find(({ senderRole }) => senderRole === 'ASSISTANT')?.['leaseUntilMs'] ?? 0);

describe('a record that always fails', () => {
  it('fails the answer with its last receive', async () => {
    const user = chat.newUser({ limits: { answersAtOnce: 1 } });
    const id = await user.ask();
    const job = user.takeJob();
    if (!job) throw new Error('no job is due');
    chat.hooks.before = (name) => {
      if (name === 'Query') throw new Error('a bug');
    };
    try {
      await expect(user.work(job)).rejects.toThrow('a bug');
      expect((await user.poll(id)).status).toBe('IN_PROGRESS');
      user.clock.ms += 30 * 60 * second;
      await expect(user.work(job, true)).rejects.toThrow('a bug');
    } finally {
      chat.hooks.before = undefined;
    }
    expect(await user.poll(id)).toMatchObject({ status: 'FAILED', failure: { code: 'internal', retryable: true } });
    await expect(user.ask('And now?')).resolves.toBeTruthy();
  });
});

describe('a repeated delivery', () => {
  it('makes one call and one answer when ten come at once', async () => {
    const user = chat.newUser();
    const id = await user.ask('once');
    const before = chat.fakeModel.count;
    const job = user.takeJob();
    if (!job) throw new Error('no job is due');
    await Promise.all(Array.from({ length: 10 }, () => user.work(job)));
    expect(chat.fakeModel.count - before).toBe(1);
    expect(await user.poll(id)).toMatchObject({ status: 'DONE' });
    expect((await user.list(id.slice(0, 26))).map(({ senderRole }) => senderRole)).toEqual(['ASSISTANT', 'USER']);
  });

  it('changes nothing and asks no model after the end', async () => {
    const user = chat.newUser();
    const id = await user.ask();
    const job = user.takeJob();
    if (!job) throw new Error('no job is due');
    await user.work(job);
    const [before, count] = [await user.poll(id), chat.fakeModel.count];
    await user.work(job);
    await user.work(job);
    expect(await user.poll(id)).toEqual(before);
    expect(chat.fakeModel.count).toBe(count);
  });

  it('does nothing for an earlier attempt', async () => {
    const user = chat.newUser();
    const id = await user.ask();
    const first = user.takeJob();
    if (!first) throw new Error('no job is due');
    await user.work(first);
    await user.regenerate(id);
    const count = chat.fakeModel.count;
    await user.work(first);
    expect(chat.fakeModel.count).toBe(count);
    expect((await user.poll(id)).status).toBe('PENDING');
    await user.drain();
    expect((await user.poll(id)).status).toBe('DONE');
  });
});
