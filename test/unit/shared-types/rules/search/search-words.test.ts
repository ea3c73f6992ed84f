import { describe, expect, it } from '@jest/globals';
import { hasWords, wordsOf } from 'shared-types/rules/search/search-words';

const text = '南北通透 2室1厅 | 60.25平米 | 近地铁 call wang';
const beside = '柳荫里 西城 德胜门';

describe('a search', () => {
  it.each([
    ['柳荫里 南北'],
    ['柳荫里南北通透'],
    ['柳荫里2室'],
    ['2室1厅柳荫里'],
    ['柳荫里60.25平米'],
    ['柳荫里wang'],
    ['２室柳荫里'],
  ])('finds %s', (search) => {
    expect(hasWords(text, wordsOf(search), beside)).toBe(true);
  });

  it.each([
    ['湖畔2室'],
    ['柳荫里3室'],
    ['柳荫里2'],
    ['柳荫里call wing'],
    ['柳荫里callwang'],
    ['柳南荫里'],
    ['wang2室1厅call'],
  ])('does not find %s', (search) => {
    expect(hasWords(text, wordsOf(search), beside)).toBe(false);
  });
});
