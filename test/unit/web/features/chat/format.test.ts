import { describe, expect, it } from '@jest/globals';
import { ApiError } from 'web/api/api-error';
import { isBlank, answerMeta, chatErrorMessage, remainingText, lengthError } from 'web/features/chat/format';
import { message } from './messages.ts';

const tooMany = (retryAfterSeconds: number, status = 429) =>
  new ApiError({
    status,
    errorCode: 'tooMany',
    message: '3 answers are being written. Wait until one is done, or stop one.',
    requestId: 'r',
    details: { retryAfterSeconds },
  });

describe('lengthError and remainingText', () => {
  it('announce the limit before it is reached, and complain beyond it', () => {
    expect(remainingText('a'.repeat(28_000))).toBe('');
    expect(remainingText('a'.repeat(31_000))).toBe('1,000 characters left');
    expect(lengthError('a'.repeat(32_000))).toBe('');
    expect(lengthError('a'.repeat(33_500))).toBe('1,500 characters too long. The limit is 32,000.');
    expect(remainingText('a'.repeat(33_500))).toBe('');
  });
});

describe('chatErrorMessage', () => {
  it.each([
    [1, '1 second'],
    [5, '5 seconds'],
    [600, '10 minutes'],
    [40_000, '11 hours'],
  ])('names the time of the next try: %s s', (seconds, duration) => {
    expect(chatErrorMessage(tooMany(seconds))).toBe(
      `3 answers are being written. Wait until one is done, or stop one. Try again in ${duration}.`,
    );
  });

  it('names the end of a limit by the local clock instead', () => {
    const limitEndsAt = new Date(2031, 11, 1, 8, 5).getTime();
    const details = { retryAfterSeconds: 9, limitEndsAt };
    const error = new ApiError({ status: 429, errorCode: 'tooMany', message: 'Too many', requestId: 'r', details });
    expect(chatErrorMessage(error)).toBe('Too many. Try again after 2031-12-01 08:05.');
  });

  it('names no second time when the site is unavailable', () => {
    expect(chatErrorMessage(tooMany(1, 503))).toBe('Temporarily unavailable. Try again in a moment.');
  });

  it('names no time when the server gives none', () => {
    expect(chatErrorMessage(new TypeError('x'))).toBe('Something went wrong.');
  });
});

describe('answerMeta', () => {
  const usage = { inputTokens: 1_300, outputTokens: 112 };
  it.each([
    [{ modelCode: 'gpt-4o', usage, finishReason: 'stop' }, 'gpt-4o · 1,412 tokens'],
    [{ modelCode: 'gpt-4o', usage, finishReason: 'stopped' }, 'gpt-4o · 1,412 tokens · stopped'],
    [{ modelCode: 'gpt', usage: { ...usage, searches: 1, cost: 0.012_34 } }, 'gpt · 1,412 tokens · 1 search · $0.0123'],
    [{ modelCode: 'gpt', usage: { ...usage, searches: 2, cost: 0.5 } }, 'gpt · 1,412 tokens · 2 searches · $0.50'],
    [{ modelCode: 'gpt', usage: { ...usage, cost: 0.000_01 } }, 'gpt · 1,412 tokens · less than $0.0001'],
    [{ modelCode: 'gpt', usage: { ...usage, cost: 0 } }, 'gpt · 1,412 tokens · $0.00'],
    [{ finishReason: 'length' }, 'cut off at the length limit'],
    [{ finishReason: 'context_length' }, 'cut off because the conversation fills the model’s context'],
    [{ finishReason: 'time_limit' }, 'cut off at the time limit'],
    [{ finishReason: 'content_filter' }, 'cut off by the provider’s filter'],
    [{ finishReason: 'tool_calls' }, 'stopped to use a tool that this site does not have'],
    [{ modelCode: 'glm', finishReason: 'LANGUAGE' }, 'glm · Ended: LANGUAGE'],
    [{ finishReason: 'stopped', isFormer: true }, 'Stopped before any new text. This is the previous answer.'],
    [{}, ''],
  ])('describes %j as %j', (over, text) => {
    expect(answerMeta(message(1, over))).toBe(text);
  });
});

it.each([
  ['', true],
  [' \n\t　', true],
  [' a ', false],
])('isBlank(%j) is %s', (text, expected) => {
  expect(isBlank(text)).toBe(expected);
});
