import { describe, expect, it } from '@jest/globals';
import { commentsOf } from '../../../tools/comments/comments.ts';
import { brokenRules, nounPhrases } from '../../../tools/words.ts';

describe('commentsOf', () => {
  it('finds the comments of TypeScript and no text that only looks like one', () => {
    const source = [
      '// One sentence',
      '// in two lines.',
      "const url = 'http://example.org'; // Trailing.",
      'const pattern = /\\/\\*/;',
      '/**',
      ' * A block',
      ' * of two lines.',
      ' */',
      'const text = `// ${url /* inside */}`;',
    ].join('\n');
    expect(commentsOf('a.ts', source)).toEqual([
      { line: 1, text: 'One sentence in two lines. Trailing.' },
      { line: 5, text: 'A block of two lines.' },
      { line: 9, text: 'inside' },
    ]);
  });

  it('reads workflows, Java and markup', () => {
    expect(commentsOf('a.yml', 'on: push\n# Checks\n# it.\n')).toEqual([{ line: 2, text: 'Checks it.' }]);
    expect(commentsOf('a.java', '/** Listens. */\nclass A {}')).toEqual([{ line: 1, text: 'Listens.' }]);
    expect(commentsOf('a.html', '<p>\n<!-- Loads\nfirst. --></p>')).toEqual([{ line: 2, text: 'Loads first.' }]);
  });

  it('reads style sheets, shell scripts and the headings, paragraphs and cells of pages', () => {
    expect(commentsOf('a.css', 'a {\n  /* Grey. */\n}')).toEqual([{ line: 2, text: 'Grey.' }]);
    expect(commentsOf('a.sh', '#!/bin/sh\n# Stops\n# it.\nstop')).toEqual([{ line: 2, text: 'Stops it.' }]);
    const page =
      '# Title\n\nOne\nparagraph.\n\n- An item\n- Another\n\n| a | table |\n| - | :-: |\n| with | rows |\n\n```\ncode\n```\n';
    expect(commentsOf('a.md', page).map(({ text }) => text)).toEqual([
      'Title',
      'One paragraph.',
      'An item',
      'Another',
      'a',
      'table',
      'with',
      'rows',
    ]);
  });
});

describe('the words rule', () => {
  it.each([
    ['Whoever reads the table learns no code.', 2],
    ['Tells somebody else.', 1],
    ['What a page shows.', 1],
    ['Those that are left.', 1],
    ['The worker writes. What it read is lost.', 1],
    ['It ends. “Where a lease is held, it waits.”', 1],
    ['What stops an empty server?', 0],
    ['While no one looks, it waits for someone.', 1],
    ['It refuses one that is missing.', 1],
    ['It returns the one that is interrupted, or the second one that waits.', 0],
    ['The worker renews its lease.', 0],
    ['Tells what a page shows.', 0],
  ])('counts the broken rules of "%s"', (comment, count) => {
    expect(brokenRules(comment)).toHaveLength(count);
  });
});

describe('the rule for descriptions of functions', () => {
  it.each([
    ['a.ts', 'export async function first() {}'],
    ['a.ts', 'export const first = async <T>(value: T) => value;'],
    ['a.ts', 'const first = (value: { id: string }): string => value.id;'],
    ['a.ts', 'const first = value => value;'],
    ['a.ts', 'class A {\n  /** Text. */\n  async *first(): void {}\n}'],
    ['a.ts', 'const store = {\n  /** Text. */\n  first(key: string) {},\n};'],
    ['a.tsx', 'export function useFirst() {}'],
  ])('finds a function in %s: %s', (file, code) => {
    expect(nounPhrases(file, described(code, 'The browser of the last place.'))).toHaveLength(1);
  });

  it.each([
    ['a.tsx', 'export function First() {}'],
    ['a.ts', 'export const first = (1 + 2) * 3;'],
    ['a.ts', 'export interface First {}'],
    ['a.ts', 'interface A {\n  /** Text. */\n  first: string;\n}'],
    ['a.ts', "it('runs', () => {});"],
  ])('leaves alone what is no function in %s: %s', (file, code) => {
    expect(nounPhrases(file, described(code, 'The browser of the last place.'))).toEqual([]);
  });

  it.each([
    'The writes of a revision. The first one puts the answer.',
    'A house that was listed.',
    'Whether the session has ended.',
    'True for a public address.',
    'An error in the shape of the provider: a code and a text.',
  ])('refuses "%s"', (text) => {
    expect(nounPhrases('a.ts', described('function first() {}', text))).toHaveLength(1);
  });

  it.each([
    'Returns the browser of the last place.',
    'The worker renews its lease.',
    'The first acceptance of a license stays.',
    'The ids stand from the newest message to the oldest.',
    'A restart stops the stack that it found.',
    'Each challenge of a user that began before is over.',
    'The price fell before the refresh.',
    'All threads share one offset.',
  ])('accepts "%s"', (text) => {
    expect(nounPhrases('a.ts', described('function first() {}', text))).toEqual([]);
  });
});

const described = (code: string, text: string) =>
  code.includes('/** Text. */') ? code.replace('/** Text. */', `/** ${text} */`) : `/** ${text} */\n${code}`;
