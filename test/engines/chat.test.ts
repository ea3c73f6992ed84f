import { describe, expect, it } from '@jest/globals';
import { engines } from './engines.ts';
import { startChat } from '../unit/lambdas/chat/support/chat-environment.ts';

describe.each(engines)('the chat on %s', (engine) => {
  it('asks, answers, regenerates, stops, pages, limits, deletes and purges', async () => {
    const chat = await startChat(engine);
    try {
      const user = chat.newUser();
      const { session, assistantSessionMessageId: id } = await user.start();
      const { sessionId } = session;
      await user.drain();
      expect(await user.poll(id)).toMatchObject({ status: 'DONE', usage: { inputTokens: 3 } });
      await user.regenerate(id);
      await user.drain();
      expect(await user.poll(id)).toMatchObject({ status: 'DONE' });

      chat.fakeModel.setMode('error401');
      const { assistantSessionMessageId: second } = await user.send(sessionId, 'and coffee?');
      await user.drain();
      expect(await user.poll(second)).toMatchObject({ status: 'FAILED', failure: { code: 'unauthorized' } });
      chat.fakeModel.setMode('normal');

      const waiting = await Promise.allSettled(Array.from({ length: 5 }, () => user.ask()));
      expect(waiting.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      for (const answer of waiting) if (answer.status === 'fulfilled') await user.stop(answer.value);
      expect((await user.list(sessionId, second)).map(({ senderRole }) => senderRole)).toEqual([
        'USER',
        'ASSISTANT',
        'USER',
      ]);
      expect((await user.sessions()).map((each) => each.sessionId)).toContain(sessionId);

      const lost = await user.ask();
      user.jobs.length = 0;
      user.clock.ms += 15_000;
      await user.poll(lost);
      await user.drain();
      expect((await user.poll(lost)).status).toBe('DONE');

      await user.remove(sessionId);
      await user.restore(sessionId);
      await user.rename(sessionId, { title: 'again' });
      await user.remove(sessionId);
      await user.drain();
      await expect(user.get(sessionId)).rejects.toMatchObject({ code: 'notFound' });
      expect((await user.rows('MESSAGE#')).filter(({ pk }) => pk === `CONVERSATION#${sessionId}`)).toEqual([]);
    } finally {
      await chat.stop();
    }
  });
});
