import { describe, expect, it } from '@jest/globals';
import { defaultChoices, readChoices } from 'shared-types/rules/auth/preferences';

describe('stored preferences', () => {
  it.each([
    undefined,
    null,
    'dark',
    [],
    {
      theme: 'green',
      density: 1,
      singleKeys: 'off',
      tools: 'chat',
      views: [{ name: 1, query: 'a' }, 'a'],
      starters: [7],
    },
  ])('are the defaults where they are unknown: %j', (stored) => {
    expect(readChoices(stored)).toEqual(defaultChoices);
  });

  it.each([
    [['chat'], ['chat', 'ljmonitor', 'stack']],
    [
      ['mail', 'stack', 'stack'],
      ['stack', 'ljmonitor', 'chat'],
    ],
  ])('name each tool once: %j', (tools, order) => {
    expect(readChoices({ tools }).tools).toEqual(order);
  });

  it('keep what is known beside what is not', () => {
    expect(readChoices({ theme: 'dark', color: 'red', singleKeys: false, enterSends: 'yes' })).toEqual({
      ...defaultChoices,
      theme: 'dark',
      singleKeys: false,
    });
  });
});
