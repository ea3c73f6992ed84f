import { afterAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBesideBundle } from 'lambdas/platform/file-beside-bundle';
import * as z from 'zod';

const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (text: string) => {
  writeFileSync(join(folder, 'teas.json'), text);
  return readBesideBundle(folder, 'teas.json', z.strictObject({ teas: z.array(z.string()).default([]) }));
};

it('reads a file with its defaults', () => {
  expect(read('{"teas":["oolong"]}')).toEqual({ teas: ['oolong'] });
  expect(read('{}')).toEqual({ teas: [] });
});

it('names the file and the place of a mistake', () => {
  expect(() => read('{"teas":["oolong",1]}')).toThrow(/^teas\.json: [^]*teas\[1\]/);
});
