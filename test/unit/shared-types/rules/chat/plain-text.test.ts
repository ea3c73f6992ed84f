import { describe, expect, it } from '@jest/globals';
import { excerptOfAnswer, searchTerms } from 'shared-types/rules/chat/find-messages';
import { plainText } from 'shared-types/rules/chat/plain-text';

describe('the words of an answer', () => {
  it.each([
    ['# Tea', 'Tea'],
    ['Green *tea*, **two** minutes, ~~no~~ __milk__', 'Green tea, two minutes, no milk'],
    ['> - [x] **Done**\n2) next', 'Done\nnext'],
    ['| Tea | Minutes |\n|-----|:-:|\n| Green<br>tea | 2 |', 'Tea, Minutes\nGreen tea, 2'],
    ['```ts\nconst a = b ** c;\n```\nThen', 'const a = b ** c;\nThen'],
    ['~~~~\n~~~\n# a\n~~~~', '~~~\n# a'],
    ['`a*b*` and ``c`d``', 'a*b* and c`d'],
    [
      '[Tea](https://tea.example/a_(b) "Title") and ![a cat](cat.png) and [milk][1]\n[1]: https://milk.example',
      'Tea and a cat and milk',
    ],
    ['2 * 3 * 4, snake_case_name, \\*no\\*', '2 * 3 * 4, snake_case_name, *no*'],
    ['A\n---\nB\n***\nC', 'A\nB\nC'],
    ['茶**绿茶**好', '茶绿茶好'],
  ])('of %j are %j', (markdown, words) => {
    expect(plainText(markdown)).toBe(words);
  });

  it('are there at once, whatever a long answer is made of', () => {
    const pieces = ['*a ', '**', '[', '[a](', '![x](y "', '`a', '``', '| a ', '|-', '- - ', '> ', ' ', '<br', '\\'];
    for (const piece of pieces) expect(plainText(piece.repeat(100_000)).length).toBeLessThanOrEqual(800_000);
  });
});

describe('the excerpt of an answer', () => {
  it('has words instead of marks, also where it is cut', () => {
    const table = `| Tea | Minutes |\n|---|---|\n${'| **Green** | 2 |\n'.repeat(40)}| needle | 3 |\n${'| Black | 4 |\n'.repeat(40)}`;
    const excerpt = excerptOfAnswer(table, searchTerms('needle'));
    expect(excerpt).toContain('needle, 3 Black, 4');
    expect(excerpt).not.toMatch(/[*|]/);
    expect(excerptOfAnswer(`${'x '.repeat(60)}[a needle](https://tea.example)`, searchTerms('needle'))).toMatch(
      /a needle$/,
    );
  });

  it('has the marks that were searched for', () => {
    expect(excerptOfAnswer('Two **bold** words', searchTerms('**bold'))).toBe('Two **bold** words');
  });
});
