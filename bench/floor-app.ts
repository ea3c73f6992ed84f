import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const root = fileURLToPath(new URL('floor', import.meta.url));
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');

/** Brotli bytes of the script of the floor app, built as our own is. */
export function floorAppBytes(): number {
  const outDir = mkdtempSync(join(tmpdir(), 'floor-'));
  try {
    execFileSync(process.execPath, [vite, 'build', root, '--outDir', outDir, '--logLevel', 'error', '--emptyOutDir'], {
      // Whatever the caller's own is: React has a longer half for development.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const assets = join(outDir, 'assets');
    return readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .map((name) => brotliCompressSync(readFileSync(join(assets, name))).length)
      .reduce((sum, bytes) => sum + bytes, 0);
  } finally {
    rmSync(outDir, { recursive: true });
  }
}
