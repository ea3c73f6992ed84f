import { describe, expect, it } from '@jest/globals';
import { countFitting, estimateTokens, isRetired } from 'shared-types/rules/models';

describe('the retirement of a model', () => {
  it('begins with the day that the provider announced', () => {
    expect(isRetired({ retiresOn: '2026-10-23' }, '2026-10-22')).toBe(false);
    expect(isRetired({ retiresOn: '2026-10-23' }, '2026-10-23')).toBe(true);
  });

  it('never comes without an announced day', () => {
    expect(isRetired({}, '2099-01-01')).toBe(false);
  });
});

describe('estimateTokens', () => {
  it.each([
    ['', 0],
    ['What is tea?', 3],
    ['Что такое чай', 6],
    ['什么是茶？', 5],
    ['お茶とは', 4],
    ['차가 뭐야', 5],
    ['tea 茶', 2],
  ])('counts %j as %d', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });
});

describe('countFitting', () => {
  it.each([
    [[5, 3, 2], 10, 3],
    [[5, 3, 2], 9, 2],
    [[5, 3, 2], 1, 0],
    [[], 1, 0],
  ])('lets %j fit into %d: %d', (tokens, max, count) => {
    expect(countFitting(tokens, max)).toBe(count);
  });
});
