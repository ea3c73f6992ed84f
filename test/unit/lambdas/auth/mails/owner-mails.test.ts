import { describe, expect, it, jest } from '@jest/globals';
import { ownerMails } from 'lambdas/auth/mails/owner-mails';

/** Answers only when its caller gives up. */
const silence = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))));

describe('the mails to the owner of an account', () => {
  it('give up a topic that never answers', async () => {
    const logged: string[] = [];
    jest.spyOn(console, 'error').mockImplementation((line) => void logged.push(String(line)));
    const released: string[] = [];
    const mails = ownerMails({
      topic: {
        subscribe: (_, signal) => silence(signal),
        stateOf: (_, signal) => silence(signal),
        publish: (_, __, signal) => silence(signal),
      },
      store: { claim: async () => true, release: async (address) => void released.push(address) },
      now: () => new Date(0),
    });
    await Promise.all([mails.subscribe('ann@example.org'), mails.tell('ann@example.org', { subject: 'a', text: 'b' })]);
    jest.restoreAllMocks();
    expect(new Set(logged.map((line) => /account mails? not \w+/.exec(line)?.[0]))).toEqual(
      new Set(['account mail not sent', 'account mails not subscribed']),
    );
    expect(released).toEqual(['ann@example.org']);
  });
});
