import { describe, expect, it } from '@jest/globals';
import { mutationsOf } from '../../../tools/mutations.ts';

describe('mutations of a source file', () => {
  it.each([
    ['if (a && b) c();', ['if (a || b) c();', 'if (!(a && b)) c();']],
    ['if (a === b) c();', ['if (a !== b) c();']],
    [
      "const text = a < 5 ? '好' : 'no';",
      [
        "const text = !(a < 5) ? '好' : 'no';",
        "const text = a <= 5 ? '好' : 'no';",
        "const text = a < 6 ? '好' : 'no';",
      ],
    ],
    [
      "const 好 = '好'; f({ on: true, 好 });",
      ["const 好 = '好'; f({  好 });", "const 好 = '好'; f({ on: false, 好 });", "const 好 = '好'; f({ on: true,  });"],
    ],
    ["import a from 'b'; type C = { d: true };", []],
  ])('of %j are each one change of a condition, a comparison, a constant or a property', (source, mutated) => {
    expect(
      mutationsOf('a.ts', source)
        .map((mutation) => mutation.source)
        .toSorted(),
    ).toEqual(mutated.toSorted());
  });

  it('name the line and the change', () => {
    const [{ line, change } = {}] = mutationsOf('a.ts', '\n// A comment.\nf(a !== b);\n');
    expect({ line, change }).toEqual({ line: 3, change: '!== → ===' });
  });
});
