import { describe, expect, it } from '@jest/globals';
import { AppConfig, cdkContext } from 'infra/config';
import { synthesize } from '../support/aws/template.ts';

const { chat } = AppConfig.parse(cdkContext());

describe('the workers of the chat', () => {
  it.each([
    [1, 2],
    [2, 3],
    [3, 3],
  ])('for %i answers of a user at once are %i, so that two users need not wait', async (answersAtOnce, workers) => {
    const template = await synthesize({ chat: { ...chat, limits: { ...chat.limits, answersAtOnce } } });
    const limits = template
      .ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ id }) => id.startsWith('ChatGenerate'))
      .map(({ Properties }) => Properties['ScalingConfig']);
    expect(limits).toEqual([{ MaximumConcurrency: workers }]);
  });
});
