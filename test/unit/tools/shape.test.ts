import { describe, expect, it } from '@jest/globals';
import { deepImports, longFiles } from '../../../tools/shape.ts';

// The names are put in at run time, because the rule reads this file, too.
const [dist, modules] = ['dist', 'node_modules'];
const source = (file: string, text = '') => ({ file, text });

describe('the shape rule', () => {
  it('warns of a file with more than 300 lines', () => {
    const files = [source('a/full.ts', 'x\n'.repeat(300)), source('a/long.css', 'x\n'.repeat(301))];
    expect(longFiles(files)).toEqual(['warning: a/long.css has 301 lines, which is more than 300']);
  });

  it('names the imports that reach into a package', () => {
    expect(
      deepImports([
        source('b/plain.ts', `import { x } from 'pkg';`),
        source('b/deep.ts', `import { x } from 'pkg/${dist}/x.js';`),
        source('b/deeper.ts', `await import('../${modules}/pkg/x.js')`),
      ]),
    ).toEqual([
      'b/deep.ts reaches into a package; use what the package exports',
      'b/deeper.ts reaches into a package; use what the package exports',
    ]);
  });
});
