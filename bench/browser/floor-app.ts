import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { sum } from '../row.ts';
import { viteBuild } from './vite-build.ts';

const root = fileURLToPath(new URL('floor', import.meta.url));

/** Builds the floor app as our own site is. Returns the Brotli bytes of its script. */
export function floorAppBytes(): number {
  const outDir = mkdtempSync(join(tmpdir(), 'floor-'));
  try {
    viteBuild(root, outDir);
    const assets = join(outDir, 'assets');
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
    return sum(scripts.map((name) => brotliCompressSync(readFileSync(join(assets, name))).length));
  } finally {
    rmSync(outDir, { recursive: true });
  }
}
