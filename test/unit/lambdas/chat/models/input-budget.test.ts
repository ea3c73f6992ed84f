import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Prompt } from 'lambdas/chat/models/prompt';
import type { Model } from 'lambdas/chat/models/model';
import { estimateTokens, maxMemoryTokens } from 'shared-types/rules/models';
import { type Chat, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const question = (index: number) => `${index} `.padEnd(32_000, 'tea ');
const tokensIn = ({ lines }: Prompt) => lines.reduce((sum, { text }) => sum + estimateTokens(text), 0);

describe('the input of a model', () => {
  it('is bounded for thirty questions of the longest text and the largest memory', async () => {
    const prompts: Prompt[] = [];
    const model: Model = {
      cancel: async () => {},
      async *answer(prompt) {
        prompts.push(prompt);
        yield { text: 'A drink.' };
        yield { finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
      },
    };
    const user = chat.newUser({ model });
    const { session } = await user.start(question(0));
    await user.rename(session.sessionId, { memorySize: 100 });
    await user.drain();
    for (let index = 1; index < 30; index++) {
      await user.send(session.sessionId, question(index));
      await user.drain();
    }
    expect(prompts).toHaveLength(30);
    const sizes = prompts.map(tokensIn);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(maxMemoryTokens);
    // Another question would not fit.
    expect(sizes.at(-1)).toBeGreaterThan(maxMemoryTokens - 8_100);
    expect(prompts.at(-1)?.lines.at(-1)?.text).toBe(question(29));
  });
});
