import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfChanged } from 'local/build/build-cache';

let root: string;
let builds = 0;
const product = {
  folder: 'app/dist',
  sources: ['app/**'],
  async build() {
    builds += 1;
    mkdirSync(join(root, 'app/dist'), { recursive: true });
    writeFileSync(join(root, 'app/dist/out.js'), readFileSync(join(root, 'app/in.ts')));
  },
};
const madeOnce = async () => {
  await buildIfChanged(product, root, root);
  await buildIfChanged(product, root, root);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'products-'));
  mkdirSync(join(root, 'app'));
  writeFileSync(join(root, 'app/in.ts'), 'one');
  builds = 0;
});
afterEach(() => rmSync(root, { recursive: true }));

it('builds unchanged sources once', async () => {
  await madeOnce();
  expect(builds).toBe(1);
});

it.each([
  ['a source changes', 'in.ts', 'two', 'two'],
  ['a source is added', 'more.ts', 'more', 'one'],
  ['another program has changed the output', 'dist/out.js', 'broken', 'one'],
])('builds again when %s', async (_, file, text, built) => {
  await madeOnce();
  writeFileSync(join(root, 'app', file), text);
  await madeOnce();
  expect(builds).toBe(2);
  expect(readFileSync(join(root, 'app/dist/out.js'), 'utf8')).toBe(built);
});

it('builds again after a deletion or a failure', async () => {
  await madeOnce();
  rmSync(join(root, 'app/dist'), { recursive: true });
  const failing = { ...product, build: () => Promise.reject(new Error('no space left')) };
  await expect(buildIfChanged(failing, root, root)).rejects.toThrow('no space left');
  await madeOnce();
  expect(builds).toBe(2);
});

it('builds again when a source changed during the build', async () => {
  const slow = {
    ...product,
    async build() {
      await product.build();
      if (builds === 1) writeFileSync(join(root, 'app/in.ts'), 'two');
    },
  };
  await buildIfChanged(slow, root, root);
  await buildIfChanged(slow, root, root);
  await buildIfChanged(slow, root, root);
  expect(builds).toBe(2);
  expect(readFileSync(join(root, 'app/dist/out.js'), 'utf8')).toBe('two');
});
