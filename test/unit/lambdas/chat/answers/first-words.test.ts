import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ModelError } from 'lambdas/chat/models/failures';
import { maxHoldMs } from 'shared-types/rules/limits';
import { eventually } from '../../../../support/eventually.ts';
import { type Chat, type ChatUser, startChat } from '../support/chat-environment.ts';
import { startAnswer } from '../support/scripted-model.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

/** Polls as a page does for the first time. `during` runs in each pause, with its number. */
async function pollFirst(user: ChatUser, id: string, during: (pause: number) => unknown = () => {}) {
  const beganMs = user.clock.ms;
  let pauses = 0;
  user.ports.wait = async (ms) => {
    user.clock.ms += ms;
    await during((pauses += 1));
  };
  const message = await user.poll(id, { holdMs: maxHoldMs });
  return { message, pauses, heldMs: user.clock.ms - beganMs };
}

describe('the first poll of a question', () => {
  it('ends with the first words, which are saved at once', async () => {
    const { user, id, scripted, working } = await startAnswer(chat);
    const first = await pollFirst(user, id, async (pause) => {
      if (pause !== 2) return;
      await scripted.write({ text: 'Tea is' });
      // The worker saves the words while the poll goes on waiting.
      await eventually(async () => (await user.poll(id)).text === 'Tea is');
    });
    expect(first).toMatchObject({ message: { status: 'IN_PROGRESS', text: 'Tea is' }, heldMs: 240 });
    await scripted.end();
    await working;
  });

  it('ends with the answer or its failure', async () => {
    const user = chat.newUser();
    const id = await user.ask();
    const first = await pollFirst(user, id, (pause) => pause === 1 && user.drain());
    expect(first).toMatchObject({ message: { status: 'DONE' }, pauses: 1 });
    chat.takeCalls();
    expect(await pollFirst(user, id)).toMatchObject({ pauses: 0 });
    // The first poll has noted that its page shows the end, so nobody is told of it.
    expect(chat.takeCalls().filter(({ name }) => name === 'UpdateItem')).toEqual([]);
  });

  it('ends when the model has failed and is asked again', async () => {
    const { user, id, scripted, nextAnswer, working } = await startAnswer(chat);
    const again = nextAnswer();
    const first = await pollFirst(user, id, async (pause) => {
      if (pause !== 1) return;
      await scripted.fail(new ModelError({ status: 503 }));
      await again;
    });
    expect(first).toMatchObject({ message: { retry: { reason: 'unavailable' } }, pauses: 1 });
    await (await again).end();
    await working;
  });

  it('ends in time when there are none, after a few looks', async () => {
    const user = chat.newUser();
    const first = await pollFirst(user, await user.ask());
    expect(first).toMatchObject({ message: { status: 'PENDING', text: '' }, pauses: 7 });
    expect(first.heldMs).toBeLessThanOrEqual(maxHoldMs);
  });

  it('ends after as many looks when the clock stands still or goes back', async () => {
    const user = chat.newUser();
    const first = await pollFirst(user, await user.ask(), () => void (user.clock.ms -= 1_000));
    expect(first.pauses).toBe(7);
  });

  it('waits for the new words of a regenerated answer, whose old text stays until then', async () => {
    const user = chat.newUser();
    const id = await user.answered();
    await user.regenerate(id);
    const first = await pollFirst(user, id, (pause) => pause === 3 && user.drain());
    expect(first).toMatchObject({ message: { status: 'DONE' }, pauses: 3 });
  });

  it('is not held when the question is older, or the caller does not ask for it', async () => {
    const user = chat.newUser();
    const id = await user.ask();
    const beganMs = user.clock.ms;
    expect((await user.poll(id)).status).toBe('PENDING');
    expect(user.clock.ms).toBe(beganMs);
    user.clock.ms += 2_001;
    expect(await pollFirst(user, id)).toMatchObject({ message: { status: 'PENDING' }, pauses: 0 });
  });
});
