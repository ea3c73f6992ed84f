import { describe, expect, it } from '@jest/globals';
import { wordsOf } from 'web/features/chat/markdown/words-of';

describe('the words of an answer', () => {
  it.each([
    ['Use **tea** or *coffee*, not `water`.', 'Use tea or coffee, not water.'],
    [
      '## Drinks\n\nTwo:\n\n- tea\n- [x] **coffee** [here](https://example.org)\n',
      'Drinks\nTwo:\ntea\nDone: coffee here',
    ],
    ['| tea | coffee |\n|---|---|\n| 1 | **2** |', 'tea, coffee\n1, 2'],
    ['> A &amp; B\\*\n\n---\n\n```ts\nconst a = 1;\n```', 'A & B*\nconst a = 1;'],
    ['![A cup](https://example.org/cup.png)', 'A cup'],
    ['', ''],
  ])('of %j have no marks', (markdown, words) => {
    expect(wordsOf(markdown)).toBe(words);
  });
});
