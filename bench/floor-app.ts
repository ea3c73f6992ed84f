import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { viteBuild } from './vite-build.ts';

const root = fileURLToPath(new URL('floor', import.meta.url));

/** Brotli bytes of the script of the floor app, built as our own is. */
export function floorAppBytes(): number {
  const outDir = mkdtempSync(join(tmpdir(), 'floor-'));
  try {
    viteBuild(root, outDir);
    const assets = join(outDir, 'assets');
    return readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .map((name) => brotliCompressSync(readFileSync(join(assets, name))).length)
      .reduce((sum, bytes) => sum + bytes, 0);
  } finally {
    rmSync(outDir, { recursive: true });
  }
}
