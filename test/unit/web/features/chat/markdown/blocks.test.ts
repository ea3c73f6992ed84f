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
  // Between spaces, because a mark beside Chinese characters counts by another rule than the lexer's own.
  ' 中文 ',
];

describe('the budget of an answer', () => {
  // Each paragraph has 1,000 characters and 334 delimiters.
  const costly = '*a '.repeat(334).slice(0, 1000);

  it('is the same for a text that was parsed piece by piece', () => {
    const text = Array.from({ length: 6 }, () => `${costly} *em*`).join('\n\n');
    const read = createBlockReader();
    for (let length = 300; length < text.length; length += 300) read(text.slice(0, length), true);
    expect(read(text, false)).toEqual(createBlockReader()(text));
    expect(emphasisIn(read(text, false))).toBe(2);
  });

  it('has room for the longest answer with usual formatting', () => {
    const text = 'Some **bold** and *soft* words, and some `code` in a [link](https://example.org).\n\n'.repeat(800);
    expect(createBlockReader()(text).at(-2)).toMatchObject({
      tokens: expect.arrayContaining([expect.objectContaining({ type: 'link' })]),
    });
    expect(emphasisIn(createBlockReader()(text))).toBe(800);
  });

  it.each(['1. ', '> ', '- > '])('shows a line with thousands of nested %j as text', (marker) => {
    expect(createBlockReader()(marker.repeat(6000))).toMatchObject([{ type: 'paragraph' }]);
  });

  it('shows lists that are nested deeper than ten levels by indentation as text', () => {
    const text = Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}- item`).join('\n');
    const lists = JSON.stringify(createBlockReader()(text)).split('"type":"list"').length - 1;
    expect(lists).toBe(10);
  });
});

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

/** Reads a text in steps while it grows. Returns the number of blocks that are parsed in each step. */
function countParsed(text: string, step: number) {
  const read = createBlockReader();
  let before: ReturnType<typeof read> = [];
  const counts: number[] = [];
  for (let length = step; length < text.length; length += step) {
    const after = read(text.slice(0, length), true);
    counts.push(after.filter((block, index) => block.type !== 'space' && block !== before[index]).length);
    before = after;
  }
  return counts;
}

/** Counts the elements with emphasis in a text. */
const emphasisIn = (blocks: unknown) => JSON.stringify(blocks).split('"type":"em"').length - 1;

describe('createBlockReader with a growing text', () => {
  it.each([
    ['paragraphs', 'Some *words* of prose.\n\n'],
    ['headings', '## A heading\n'],
    ['tables', '| a | b |\n|---|---|\n| 1 | 2 |\n\n'],
  ])('parses only the last block of %s again', (_, part) => {
    // A step is shorter than a block, so at most one block ends in a step and one begins.
    const counts = countParsed(part.repeat(40), 7);
    expect(Math.max(...counts)).toBeLessThanOrEqual(2);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(counts.length + 40);
  });

  it.each([
    ['lists', '- an item\n- another\n\nA paragraph.\n\n'],
    ['code', '```\ncode\n```\n\nA paragraph.\n\n'],
    ['link definitions', 'A [link][a].\n\n[a]: https://example.org\n\n'],
    ['carriage returns', 'A line.\r\n\r\n'],
  ])('parses at most the last two blocks of %s again, and a new one', (_, part) => {
    expect(Math.max(...countParsed(part.repeat(40), 7))).toBeLessThanOrEqual(3);
  });

  it('applies a link definition to the blocks before it when the text is complete', () => {
    const read = createBlockReader();
    const text = 'See [the leaf][1].\n\n[1]: https://example.org/leaf\n\nAnd [again][1].';
    read(text.slice(0, 25), true);
    const growing = read(text, true);
    expect(JSON.stringify(growing[0])).not.toContain('https://example.org/leaf');
    expect(JSON.stringify(growing.at(-1))).toContain('https://example.org/leaf');
    expect(read(text, false)).toEqual(createBlockReader()(text));
    expect(JSON.stringify(read(text, false)[0])).toContain('https://example.org/leaf');
  });

  it('leaves the expensive text of its last block for the end of the block', () => {
    const paragraph = '*word* '.repeat(150);
    const read = createBlockReader();
    read(paragraph.slice(0, 700), true);
    expect(emphasisIn(read(paragraph, true))).toBe(0);
    expect(emphasisIn(read(`${paragraph}\n\nNext`, true))).toBe(150);
    expect(emphasisIn(read(paragraph, false))).toBe(150);
  });

  it('parses piece by piece what it would parse at once', () => {
    assert(
      property(array(constantFrom(...pieces, '\\[', '\\]\n', '$$', '$', 'x^2'), { maxLength: 40 }), (parts) => {
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
