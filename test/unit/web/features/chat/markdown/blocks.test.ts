import { describe, expect, it } from '@jest/globals';
import { array, assert, constantFrom, property } from 'fast-check';
import { Lexer } from 'marked';
import { createBlockReader } from 'web/features/chat/markdown/blocks';

const pieces = [
  'word ',
  '**bold** ',
  '*',
  '`',
  '```ts\n',
  '```\n',
  '\n',
  '\n\n',
  '- ',
  '  ',
  '    ',
  '1. ',
  '> ',
  '# ',
  '| a | b |\n',
  '|---|---|\n',
  '===\n',
  '---\n',
  '<div>',
  '<!-- ',
  '<script>',
  '[a](b) ',
  '[a]: b\n',
  '\t',
  '\r\n',
  '中文',
];

describe('createBlockReader', () => {
  it('parses a text as the lexer does', () => {
    assert(
      property(array(constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        expect(createBlockReader()(text)).toEqual([...Lexer.lex(text)]);
      }),
    );
  });

  it('shows a text as plain text when parsing it would take minutes', () => {
    const text = '_a_'.repeat(20_000);
    expect(createBlockReader()(text)).toMatchObject([{ type: 'paragraph', tokens: [{ type: 'text', text }] }]);
  });
});

describe('createBlockReader with a growing text', () => {
  it('parses piece by piece what it would parse at once', () => {
    assert(
      property(array(constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        const read = createBlockReader();
        let text = '';
        for (const part of parts.join('')) {
          text += part;
          expect(read(text)).toEqual(createBlockReader()(text));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('keeps the blocks that can no longer change', () => {
    const read = createBlockReader();
    const before = read('first\n\nsecond\n\nthird\n\nfou');
    const after = read('first\n\nsecond\n\nthird\n\nfourth');
    expect(after.slice(0, 4)).toEqual(before.slice(0, 4));
    expect(after.slice(0, 4).every((block, index) => block === before[index])).toBe(true);
    expect(after.at(-1)).toMatchObject({ type: 'paragraph', text: 'fourth' });
  });

  it('parses a different text from its start', () => {
    const read = createBlockReader();
    read('first\n\nsecond');
    expect(read('other')).toEqual(createBlockReader()('other'));
  });

  it('resolves links whose definitions come later', () => {
    const read = createBlockReader();
    const text = 'See [the leaf][1].\n\nMore.\n\nAnd more.\n\n';
    read(text);
    const whole = `${text}[1]: https://example.org/leaf\n`;
    expect(read(whole)).toEqual(createBlockReader()(whole));
    expect(JSON.stringify(read(whole)[0])).toContain('https://example.org/leaf');
  });
});
