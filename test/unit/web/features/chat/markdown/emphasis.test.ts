/** @jest-environment jsdom */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { array, assert, constantFrom, property } from 'fast-check';
import MarkdownIt from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { treeOf, treeOfAnswer } from './tree.ts';

/** Another implementation of the same rules, by those who wrote them. */
const other = new MarkdownIt().use(cjkFriendly);
const treeOfOther = (text: string) => treeOf(other.render(text).replaceAll(/<(\/?)s>/g, '<$1del>'));

/** The published test data of github.com/tats-u/markdown-cjk-friendly (MIT licence), one paragraph for each case. */
const published = new URL('cjk-friendly/', import.meta.url);
const paragraphs = readdirSync(published).flatMap((file) =>
  readFileSync(new URL(file, published), 'utf8').trim().split(/\n\n/),
);

const letters = ['a', '1', '中', 'ア', '한', '葛\u{e0100}', '﨑', '🙂', '羽\ufe00', '𰻞'];
const signs = [
  '.',
  '(',
  ')',
  '"',
  ':',
  '-x',
  '€',
  '。',
  '，',
  '、',
  '（',
  '）',
  '「',
  '」',
  '“',
  '”',
  '“\ufe01',
  '〽\ufe0e',
  '¥',
];
const spaces = [' ', '\u00a0'];
const marksOf = (...marks: string[]) =>
  array(constantFrom(...letters, ...signs, ...spaces, ...marks, ...marks, ...marks), { maxLength: 14 });

/** The texts begin with a letter, so that no mark makes a list of them. */
const textOf = (pieces: string[]) => `x${pieces.join('')}x`;

describe('emphasis', () => {
  it.each(paragraphs)('is found in %j', (text) => {
    expect(treeOfAnswer(text)).toBe(treeOfOther(text));
  });

  it.each([
    ['*', '**', '***'],
    ['_', '__'],
    ['*', '**', '_', '__'],
  ])('is what another implementation finds: %s %s', (...marks) => {
    assert(
      property(marksOf(...marks), (pieces) => {
        expect(treeOfAnswer(textOf(pieces))).toBe(treeOfOther(textOf(pieces)));
      }),
      { numRuns: 300 },
    );
  });

  it('is struck through by two tildes as another implementation does', () => {
    assert(
      property(marksOf('~~', '~'), (pieces) => {
        const text = textOf(pieces).replaceAll(/~{3,}/g, '~~');
        expect(treeOfAnswer(text)).toBe(treeOfOther(text));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['**历经10年发展，**年均增长。', '<p><strong>历经10年发展，</strong>年均增长。</p>'],
    ['价格为**¥100**左右，**（可选）**参数', '<p>价格为<strong>¥100</strong>左右，<strong>（可选）</strong>参数</p>'],
    ['他说**“你好”**然后*（笑）*走了。', '<p>他说<strong>“你好”</strong>然后<em>（笑）</em>走了。</p>'],
    ['snake_case_name and 2*3*4', '<p>snake_case_name and 2<em>3</em>4</p>'],
    ['a**b `*` c**d', '<p>a<strong>b <code>*</code> c</strong>d</p>'],
    ['**[a*b](https://e.example/)**中', '<p><strong><a https://e.example/>a*b</a></strong>中</p>'],
  ])('reads %j', (text, tree) => {
    expect(treeOfAnswer(text)).toBe(tree);
  });

  it.each([
    '5~7U × 100~200倍，8~9点，约10~20元',
    'a fix (~2000 lines), ~10% of ~1 million',
    '喵呜~♡这就为您呈上~',
    'Look in ~/Downloads and ~/Documents.',
    'H~2~O and ~~~three~~~',
  ])('leaves single tildes as they are: %s', (text) => {
    expect(treeOfAnswer(text)).toBe(`<p>${text}</p>`);
  });

  it.each(['*', '_', '**', '~~', '***_'])('of thousands of %s takes no time', (mark) => {
    for (const text of [
      `${mark}a `.repeat(1200),
      `a${mark}`.repeat(1200),
      `a ${mark}b`.repeat(1000),
      mark.repeat(2000),
    ])
      expect(treeOfAnswer(text.slice(0, 5000))).toContain('a'.repeat(text.includes('a') ? 1 : 0));
  });
});
