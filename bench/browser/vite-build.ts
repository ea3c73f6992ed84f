import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');

/** Builds an anchor as our own site is built. */
export function viteBuild(root: string, outDir: string) {
  execFileSync(process.execPath, [vite, 'build', root, '--outDir', outDir, '--logLevel', 'error', '--emptyOutDir'], {
    // Vite would keep the NODE_ENV of jest, and the anchor would have React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
