import { globSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const source = fileURLToPath(new URL('../../lambdas/src', import.meta.url));
const output = fileURLToPath(new URL('../../lambdas/dist', import.meta.url));

/** 'ljmonitor/http.lambda.ts' → 'ljmonitor/http'. */
const functionName = (entry: string) => join(dirname(entry), basename(entry, '.lambda.ts'));

/** Where the bundle of an entry is, with `index.js` in it. */
export const bundleFolder = (entry: string) => join(output, functionName(entry));

/** Bundles every function in one call. Which options pay, and how much, is measured in docs/decisions/0005. */
export async function bundleFunctions() {
  rmSync(output, { recursive: true, force: true });
  const entries = globSync('*/*.lambda.ts', { cwd: source });
  await build({
    entryPoints: entries.map((entry) => ({ in: join(source, entry), out: join(functionName(entry), 'index') })),
    outdir: output,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    minify: true,
    keepNames: false,
    sourcemap: 'external',
    legalComments: 'none',
    logLevel: 'warning',
  });
}

if (import.meta.main) await bundleFunctions();
