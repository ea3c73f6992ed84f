import { describe, expect, it } from '@jest/globals';
import { isUsername, usernameOf } from 'shared-types/rules/auth/username';

describe('usernameOf', () => {
  it.each([
    ['spaces and case', '  Ann.Lee@Example.ORG\n', 'ann.lee@example.org'],
    ['wide letters', 'ａnn＠home.example', 'ann@home.example'],
    ['composed letters', 'ann@caf\u00e9.example', 'ann@xn--caf-dma.example'],
    ['decomposed letters', 'ann@cafe\u0301.example', 'ann@xn--caf-dma.example'],
    ['a domain in other letters', 'ann@\u0435xample.org', 'ann@xn--xample-2of.org'],
    ['a domain in Chinese', 'ann@例子.中国', 'ann@xn--fsqu00a.xn--fiqs8s'],
    ['no domain', 'ann@例子/x', 'ann@例子/x'],
    ['no address', 'Ann', 'ann'],
  ])('knows %s', (_, typed, username) => {
    expect(usernameOf(typed)).toBe(username);
    expect(usernameOf(username)).toBe(username);
  });
});

describe('isUsername', () => {
  it.each(['a@b.cc', 'ann.lee+home@mail.example.org', usernameOf('ann@例子.中国')])('takes %s', (username) => {
    expect(isUsername(username)).toBe(true);
  });

  it.each([
    '',
    'ann',
    'ann@',
    '@b.cc',
    'ann@b',
    'a b@c.dd',
    'a@b@c.dd',
    'ann@b..cc',
    'ann@b.',
    'a\u0000@b.cc',
    // A letter of another script looks like one of the owner's address, and no mail could be sent there.
    'оwner@home.example',
    '用户@例子.中国',
    `${'a'.repeat(130)}@b.cc`,
  ])('refuses %j', (username) => {
    expect(isUsername(username)).toBe(false);
  });
});
