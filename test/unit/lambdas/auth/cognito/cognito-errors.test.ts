import { describe, expect, it } from '@jest/globals';
import { refusalsAsAnswers } from 'lambdas/auth/cognito/cognito-errors';

/** Returns an error as the SDK throws it after this number of attempts. */
const refused = (attempts?: number) =>
  Object.assign(new Error('no'), {
    name: 'UserNotFoundException',
    ...(attempts !== undefined && { $metadata: { attempts } }),
  });
async function failing(error: Error): Promise<string> {
  throw error;
}
const answerTo = (error: Error) =>
  refusalsAsAnswers(failing(error), { UserNotFoundException: 'refused' }, { UserNotFoundException: 'done before' });

describe('a refusal of Cognito', () => {
  it('tells the effect of a first attempt only after a second one', async () => {
    expect(await answerTo(refused(2))).toBe('done before');
    expect(await answerTo(refused(1))).toBe('refused');
    expect(await answerTo(refused())).toBe('refused');
  });

  it('is thrown when it has no answer', async () => {
    await expect(answerTo(new TypeError('a bug'))).rejects.toThrow('a bug');
  });
});
