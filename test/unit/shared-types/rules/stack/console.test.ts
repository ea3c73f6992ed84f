import { describe, expect, it } from '@jest/globals';
import { isCommandLine, isPlayerName, kickCommand, messageCommand } from 'shared-types/rules/stack/console';

describe('a line for the console of a game', () => {
  it.each(['list', 'say Grüße, 你好 🙂', 'kick "Ann B"', '小'.repeat(480)])('may be %s', (line) => {
    expect(isCommandLine(line)).toBe(true);
  });

  it.each(['', '  ', 'a\nb', 'a\r', 'a\u0000', 'a\u2028b', 'a\u0085b', 'x'.repeat(481)])('may not be %j', (line) => {
    expect(isCommandLine(line)).toBe(false);
  });

  it('is written for a message and a player of any name', () => {
    expect(messageCommand(' Dinner! ')).toBe('say Dinner!');
    expect(kickCommand('小明 B')).toBe('kick "小明 B"');
    expect(['小明 B', "O'Neil"].every(isPlayerName)).toBe(true);
    expect(['', 'a" b', 'a\\', 'a\nb', 'x'.repeat(41)].some(isPlayerName)).toBe(false);
  });
});
