import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);

/**
 * Writes a compressed copy of every text file to `br/`. The bucket does not negotiate encodings, so the edge chooses
 * the folder by the browser's Accept-Encoding header.
 */
export function brotliCopies(): Plugin {
  let folder = '';
  return {
    name: 'brotli-copies',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      const texts = files.filter((file) => /\.(html|js|css|svg)$/.test(file) && !file.startsWith('br/'));
      await Promise.all(
        texts.map(async (file) => {
          const copy = join(folder, 'br', file);
          // A second build adds its files to those of the first.
          if (existsSync(copy)) return;
          await mkdir(dirname(copy), { recursive: true });
          const text = await readFile(join(folder, file));
          await writeFile(copy, await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        }),
      );
    },
  };
}
