import { describe, expect, it } from '@jest/globals';
import { hasTerms } from 'lambdas/chat/search/has-terms';
import {
  excerptOf,
  isEmptySearch,
  rangesOf,
  searchableText,
  searchTerms,
  withoutTitle,
} from 'shared-types/rules/chat/find-messages';

const finds = (text: string, search: string) => hasTerms(searchTerms(search))(searchableText(text));
const marked = (text: string, search: string) =>
  rangesOf(text, searchTerms(search)).map(({ from, to }) => text.slice(from, to));

describe('a search of messages', () => {
  it.each([
    ['Green tea, two minutes.', 'TEA minutes', true],
    ['Green tea, two minutes.', 'tea coffee', false],
    ['今天北京的天气预报说会下雨', '天气预报', true],
    ['天气很好，预报说没有雨', '天气预报', true],
    ['天气很好，预报说没有雨', '“天气预报”', false],
    ['天气很好', '天气预报', false],
    ['two\n  minutes', '"two minutes"', true],
    ['minutes, two', '"two minutes"', false],
    ['minutes, two', 'two minutes', true],
    ['Drink **green** *tea*, `two` minutes', '"drink green tea, two minutes"', true],
    ['[Green](https://tea.example/a_(b)?c=1) tea', '"green tea"', false],
    ['[Green](https://tea.example/a?c=1) tea', '"green tea"', true],
    ['green_tea', '"green tea"', false],
    ['green_tea', '"greentea"', false],
    ['今天的**天气**预报', '“天气预报”', true],
    ['今天的天气，预报', '“天气预报”', false],
    ['a ** b', '"a ** b"', true],
    ['a *** b', '"a ** b"', false],
    // Each part of such a search could be found in four places.
    ['**** '.repeat(5000), `"${'* '.repeat(60)}b"`, false],
    ['**** '.repeat(5000), `"${'*'.repeat(100)}b"`, false],
    ['ab **'.repeat(5000), `"${'ab '.repeat(40)}c"`, false],
    ['green + tea (a.b)', '"green + tea (a.b)"', true],
    ['ＡＰＩ　key', 'api key', true],
    ['He said "hello there"', '「hello there」 he', true],
    ['hello the', '"hello the', true],
    ['Caf\u0065\u0301', 'café', true],
    ['a < b && c', '&& <', true],
  ])('in %j for %j: %s', (text, search, isFound) => {
    expect(finds(text, search)).toBe(isFound);
  });

  it('looks for nothing without words', () => {
    for (const search of ['', '  ', '""', '“ ”']) expect(isEmptySearch(searchTerms(search))).toBe(true);
    expect(isEmptySearch(searchTerms('a'))).toBe(false);
  });
});

describe('the part of a search that is about titles', () => {
  const none = { words: [], phrases: [] };
  it.each([
    ['title:tea', { ...none, title: { words: ['tea'], phrases: [] } }, ''],
    [
      'Title:"Green Tea" Minutes',
      { words: ['minutes'], phrases: [], title: { words: [], phrases: ['green tea'] } },
      'Minutes',
    ],
    ['预算 title:花园计划', { words: ['预算'], phrases: [], title: { words: ['花园计划'], phrases: [] } }, '预算'],
    [
      'title：「花园 计划」预算',
      { words: ['预算'], phrases: [], title: { words: [], phrases: ['花园 计划'] } },
      '预算',
    ],
    ['title:a title:“b c”', { ...none, title: { words: ['a'], phrases: ['b c'] } }, ''],
    // What is still being typed.
    ['tea title:', { words: ['tea'], phrases: [], title: none }, 'tea'],
    ['title:"green te', { ...none, title: { words: ['green', 'te'], phrases: [] } }, ''],
    // What reads like it and is not.
    ['subtitle:tea', { words: ['subtitle:tea'], phrases: [], title: none }, 'subtitle:tea'],
    ['title: tea', { words: ['title:', 'tea'], phrases: [], title: none }, 'title: tea'],
    ['"the title:tea"', { words: [], phrases: ['the title:tea'], title: none }, '"the title:tea"'],
  ])('of %j', (search, terms, rest) => {
    expect(searchTerms(search)).toEqual(terms);
    expect(withoutTitle(search)).toBe(rest);
  });
});

describe('the marks of what was found', () => {
  it.each([
    ['Tea and TEA', 'tea', ['Tea', 'TEA']],
    ['天气很好，预报说没有雨', '天气预报', ['天气', '预报']],
    ['two\n  minutes', '"two minutes"', ['two\n  minutes']],
    ['ﬁne ＡＰＩ', 'fine api', ['ﬁne', 'ＡＰＩ']],
    ['Caf\u0065\u0301!', 'café', ['Caf\u0065\u0301']],
    ['abab', 'aba bab', ['abab']],
    ['nothing', 'else', []],
    ['There is a note in it.', 'nothing', []],
    ['柳荫里 has 60.5 m²', '柳荫里60.25', ['柳荫里']],
    ['柳荫里 has 2室', '柳荫里2室', ['柳荫里', '2室']],
  ])('in %j for %j', (text, search, expected) => {
    expect(marked(text, search)).toEqual(expected);
  });

  it('end after some hundreds, and in order', () => {
    const ranges = rangesOf('x y '.repeat(5000), searchTerms('y x'));
    expect(ranges).toHaveLength(1000);
    expect(ranges.toSorted((one, other) => one.from - other.from)).toEqual(ranges);
  });
});

describe('an excerpt', () => {
  const terms = searchTerms('needle');
  it('shows the first find in one line, with an ellipsis where it is cut', () => {
    expect(excerptOf('Short\n\nneedle', terms)).toBe('Short needle');
    const long = excerptOf(`${'hay '.repeat(100)}needle ${'hay '.repeat(100)}`, terms);
    expect(long.startsWith('…')).toBe(true);
    expect(long.endsWith('…')).toBe(true);
    expect(long.indexOf('needle')).toBeLessThan(70);
    expect(long.length).toBeLessThanOrEqual(242);
  });

  it('never cuts a character in half', () => {
    for (const shift of ['', ' ', '  '])
      expect(excerptOf(`${shift}x${'🐈'.repeat(60)} needle ${'🐈'.repeat(200)}`, terms).isWellFormed()).toBe(true);
  });
});
