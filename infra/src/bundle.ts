import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { withoutUnusedParts } from './unused-parts.ts';

const source = fileURLToPath(new URL('../../lambdas/src', import.meta.url));
const output = fileURLToPath(new URL('../../lambdas/dist', import.meta.url));

/** 'ljmonitor/http.lambda.ts' → 'ljmonitor/http'. */
const functionName = (entry: string) => join(dirname(entry), basename(entry, '.lambda.ts'));

/** Where the bundle of an entry is, with `index.js` in it. */
export const bundleFolder = (entry: string) => join(output, functionName(entry));

/**
 * Bundles every function in one call; what the options are worth is in docs/decisions/0004. Only what changed is
 * written, so that whoever reads the folder meanwhile finds it whole.
 */
export async function bundleFunctions() {
  const entries = globSync('*/*.lambda.ts', { cwd: source });
  const { outputFiles } = await build({
    entryPoints: entries.map((entry) => ({ in: join(source, entry), out: join(functionName(entry), 'index') })),
    outdir: output,
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    alias: { '@aws-sdk/credential-provider-node': join(source, 'lib/credentials.ts') },
    plugins: [withoutUnusedParts(source)],
    minify: true,
    sourcemap: 'external',
    legalComments: 'none',
    logLevel: 'warning',
  });
  for (const { path, contents } of outputFiles) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  const current = new Set(entries.map(bundleFolder));
  for (const name of globSync('*/*', { cwd: output })) {
    const folder = join(output, name);
    if (!current.has(folder)) rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) await bundleFunctions();
