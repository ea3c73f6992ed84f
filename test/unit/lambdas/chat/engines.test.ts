import { describe, expect, it, jest } from '@jest/globals';
import { engines } from '../../../support/dynamodb/test-table.ts';
import { startChat } from './support/chat-environment.ts';

jest.setTimeout(120_000);

describe.each(engines)('the chat on %s', (engine) => {
  it('asks, answers, regenerates, stops, pages, limits, deletes and purges', async () => {
    const chat = await startChat(engine);
    try {
      const world = chat.newWorld();
      const { session, assistantSessionMessageId: id } = await world.start();
      const { sessionId } = session;
      await world.drain();
      expect(await world.poll(id)).toMatchObject({ status: 'DONE', usage: { inputTokens: 3 } });
      await world.regenerate(id);
      await world.drain();
      expect(await world.poll(id)).toMatchObject({ status: 'DONE' });

      chat.standIn.setMode('error401');
      const { assistantSessionMessageId: second } = await world.send(sessionId, 'and coffee?');
      await world.drain();
      expect(await world.poll(second)).toMatchObject({ status: 'FAILED', failure: { code: 'unauthorized' } });
      chat.standIn.setMode('normal');

      const waiting = await Promise.allSettled(Array.from({ length: 5 }, () => world.ask()));
      expect(waiting.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      for (const answer of waiting) if (answer.status === 'fulfilled') await world.stop(answer.value);
      expect((await world.list(sessionId, second)).map(({ senderRole }) => senderRole)).toEqual([
        'USER',
        'ASSISTANT',
        'USER',
      ]);
      expect((await world.sessions()).map((each) => each.sessionId)).toContain(sessionId);

      const lost = await world.ask();
      world.jobs.length = 0;
      world.clock.ms += 15_000;
      await world.poll(lost);
      await world.drain();
      expect((await world.poll(lost)).status).toBe('DONE');

      await world.remove(sessionId);
      await world.restore(sessionId);
      await world.rename(sessionId, { title: 'again' });
      await world.remove(sessionId);
      await world.drain();
      await expect(world.get(sessionId)).rejects.toMatchObject({ code: 'notFound' });
      expect((await world.rows('MESSAGE#')).filter(({ pk }) => pk === `SESSION#${sessionId}`)).toEqual([]);
    } finally {
      await chat.stop();
    }
  });
});
