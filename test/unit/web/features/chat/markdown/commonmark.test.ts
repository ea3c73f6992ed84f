/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { tests } from 'commonmark-spec';
import { treeOf, treeOfAnswer } from './tree.ts';

/** What answers have otherwise than CommonMark, and why. */
const differences = {
  'brackets with backslashes are a formula': [12],
  'HTML shows as text': [21, 31, 201, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643],
  'comments are left out': [308, 309],
  'an image is a link to it': [517, 520, 531],
  'addresses are links without angle brackets, too': [597, 602, 608, 611, 612],
};
const different = new Set(Object.values(differences).flat());

const examples = tests.filter(({ number, section }) => !/HTML|Images/.test(section) && !different.has(number));

/**
 * Returns what both have in common. The highest heading of an answer is a third one, one within a list or a quote is a bold
 * paragraph, and addresses are normalized.
 */
const common = (tree: string) =>
  tree
    .replaceAll(/<(\/?)h\d>/g, '<$1h>')
    .replaceAll('<p><strong>', '<h>')
    .replaceAll('</strong></p>', '</h>')
    .replaceAll(/<a (?:https?|mailto):[^>]*>/g, '<a>')
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n');

describe('an answer in CommonMark', () => {
  it.each(examples.map(({ number, markdown, html }) => [number, markdown, html] as const))(
    'is read as example %i of the specification: %j',
    (_, markdown, html) => {
      expect(common(treeOfAnswer(markdown.replaceAll('→', '\t')))).toBe(common(treeOf(html.replaceAll('→', '\t'))));
    },
  );
});

const table = (head: string, ...rows: string[]) =>
  `<table><thead><tr>${head}</tr></thead><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`;

/** The kinds of examples that github.github.com/gfm/#tables-extension- has. */
describe('a table of GFM', () => {
  it.each([
    [
      'with both lines and a row',
      '| a | b |\n| --- | --- |\n| c | d |',
      table('<th>a</th><th>b</th>', '<td>c</td><td>d</td>'),
    ],
    ['without outer pipes', 'a | b\n:-: | --:\nc | d', table('<th>a</th><th>b</th>', '<td>c</td><td>d</td>')],
    [
      'with escaped pipes',
      '| a\\|b |\n| --- |\n| `c\\|d` **e\\|f** |',
      table('<th>a|b</th>', '<td><code>c|d</code> <strong>e|f</strong></td>'),
    ],
    [
      'that a quote ends',
      '| a |\n| --- |\n| b |\n> c',
      `${table('<th>a</th>', '<td>b</td>')}<blockquote><p>c</p></blockquote>`,
    ],
    [
      'that goes on without pipes, and that a blank line ends',
      '| a |\n| --- |\nb\n\nc',
      `${table('<th>a</th>', '<td>b</td>')}<p>c</p>`,
    ],
    [
      'with too few and too many cells',
      '| a | b |\n| --- | --- |\n| c |\n| d | e | f |',
      table('<th>a</th><th>b</th>', '<td>c</td><td></td>', '<td>d</td><td>e</td>'),
    ],
    ['without rows', '| a |\n| --- |', table('<th>a</th>')],
    ['that is none, because the lines differ', '| a | b |\n| --- |\n| c |', '<p>| a | b |\n| --- |\n| c |</p>'],
  ])('%s', (_, text, tree) => {
    expect(treeOfAnswer(text)).toBe(tree);
  });
});
