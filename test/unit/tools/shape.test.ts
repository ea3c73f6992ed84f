import { describe, expect, it } from '@jest/globals';
import { shapeProblems } from '../../../tools/shape.ts';

// The names are put in at run time, because the rule reads this file, too.
const [dist, modules] = ['dist', 'node_modules'];
const source = (file: string, text = '') => ({ file, text });

describe('the shape rule', () => {
  it('accepts twelve files in a folder and 300 lines in a file', () => {
    const files = Array.from({ length: 12 }, (_, index) => source(`a/${index}.ts`, 'x\n'.repeat(300)));
    expect(shapeProblems(files)).toEqual([]);
  });

  it('names a crowded folder, a long file and an import that reaches into a package', () => {
    const files = Array.from({ length: 13 }, (_, index) => source(`a/${index}.ts`));
    expect(
      shapeProblems([
        ...files,
        source('b/long.css', 'x\n'.repeat(301)),
        source('b/deep.ts', `import { x } from 'pkg/${dist}/x.js';`),
        source('b/deeper.ts', `await import('../${modules}/pkg/x.js')`),
      ]),
    ).toEqual([
      'a has 13 files; a folder has at most 12',
      'b/long.css has 301 lines; a file has at most 300',
      'b/deep.ts reaches into a package; use what the package exports',
      'b/deeper.ts reaches into a package; use what the package exports',
    ]);
  });
});
