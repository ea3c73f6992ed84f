import { expect, it } from '@jest/globals';
import { arrayItems } from 'web/features/chat/transfer/array-items';

const values = [{ a: '}]"\\' }, { b: [1, { c: '[{' }] }, {}, { text: '茶\n"quoted"' }];
const text = ` ${JSON.stringify(values, null, 2)}\n`;

it.each([1, 2, 7, 1000])('finds the items of an array that arrives %s characters at a time', (size) => {
  const items = arrayItems();
  const found: string[] = [];
  for (let from = 0; from < text.length; from += size) found.push(...items.add(text.slice(from, from + size)));
  expect(found.map((each): unknown => JSON.parse(each))).toEqual(values);
  expect(items.isComplete()).toBe(true);
});

it('knows that an array was cut', () => {
  for (const cut of [5, 40, text.trimEnd().length - 1]) {
    const items = arrayItems();
    items.add(text.slice(0, cut));
    expect(items.isComplete()).toBe(false);
  }
});
