import { describe, expect, it } from '@jest/globals';
import type { ChatSession } from 'shared-types/contract/chat';
import {
  areSettingsValid,
  changeOf,
  settingsFieldsOf,
  memorySizeError,
  parseMemorySize,
  systemPromptError,
} from 'web/features/chat/conversation/settings/settings-form';
import { titleError } from 'web/features/chat/conversations/titles/title-error';
import { sessionId } from '../../messages.ts';

const conversation: ChatSession = {
  sessionId,
  title: 'Paging',
  memorySize: 10,
  chatProvider: 'OPENAI',
  chatModal: 'gpt-4o',
  createTime: 1,
  updateTime: 2,
};
const fields = settingsFieldsOf(conversation);

describe('parseMemorySize and memorySizeError', () => {
  it.each([
    ['1', 1],
    [' 20 ', 20],
    ['020', 20],
    ['', 0],
    ['ten', 0],
    ['1.5', 0],
    ['-3', 0],
    ['1e2', 0],
    ['99999999999999', 0],
  ])('parse %j as %s', (typed, size) => {
    expect(parseMemorySize(typed)).toBe(size);
  });

  it.each([
    [0, false],
    [1, true],
    [100, true],
    [101, false],
  ])('accept %s: %s', (memorySize, valid) => {
    expect(memorySizeError(memorySize) === '').toBe(valid);
    expect(areSettingsValid({ ...fields, memorySize })).toBe(valid);
  });
});

describe('titleError', () => {
  it.each([
    ['a', true],
    ['', false],
    [' \t', false],
    ['a'.repeat(200), true],
    ['a'.repeat(201), false],
  ])('accepts %j: %s', (title, valid) => {
    expect(titleError(title) === '').toBe(valid);
    expect(areSettingsValid({ ...fields, title })).toBe(valid);
  });
});

describe('changeOf', () => {
  it('is null for each unchanged value', () => {
    expect(changeOf(conversation, fields)).toEqual({ title: null, memorySize: null, modelCode: null });
    const changed = {
      title: 'New',
      memorySize: 5,
      modelCode: 'o1',
      effort: 'high',
      webSearch: true,
      systemPrompt: 'Be brief.',
    } as const;
    expect(changeOf(conversation, changed)).toEqual(changed);
    const chosen = { ...conversation, effort: 'high', webSearch: true, systemPrompt: 'Be brief.' } as const;
    expect(changeOf(chosen, fields)).toMatchObject({ effort: 'default', webSearch: false, systemPrompt: '' });
  });
});

it.each([
  [8_000, ''],
  [8_001, 'Use at most 8,000 characters.'],
])('a system prompt of %d characters has the error "%s"', (length, error) => {
  const systemPrompt = 'x'.repeat(length);
  expect(systemPromptError(systemPrompt)).toBe(error);
  expect(areSettingsValid({ ...fields, systemPrompt })).toBe(error === '');
});
