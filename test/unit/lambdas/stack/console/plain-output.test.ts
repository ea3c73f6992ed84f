import { describe, expect, it } from '@jest/globals';
import { plainOutput } from 'lambdas/stack/console/plain-output';

describe('the output of a server', () => {
  it.each([
    ['Server started.\n\t2 players: 小明, Ann 🏰', 'Server started.\n\t2 players: 小明, Ann 🏰'],
    ['\u001b[31;1mred\u001b[0m \u001b]8;;https://evil.example\u0007link\u001b]8;;\u001b\\', 'red link'],
    ['\u0000a\u0007b\r\u0085c\u007f', 'abc'],
    ['safe\u202egpj.exe\u2066', 'safegpj.exe'],
    ['\u001b[2J\u001b[', ''],
    ['cut in a color \u001b[38;5', 'cut in a color '],
    ['cut in a title \u001b]0;the ti', 'cut in a title '],
  ])('is plain text on the page: %j', (given, shown) => {
    expect(plainOutput(given)).toBe(shown);
  });

  it('says that it is cut off where SSM has cut it, in a sequence or not', () => {
    const line = '\u001b[32mok\u001b[0m\n';
    const sent = line.repeat(3000).slice(0, 24_000);
    const shown = plainOutput(sent);
    expect(shown).toMatch(/^(ok\n)+The rest is cut off: the output is too long\.\n$/);
    expect(plainOutput('x'.repeat(24_000))).toMatch(/^x+\nThe rest is cut off: the output is too long\.\n$/);
  });
});
