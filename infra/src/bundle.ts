import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Options, transform } from '@swc/core';
import { build } from 'esbuild';
import { withoutUnusedParts } from './unused-parts.ts';

const source = fileURLToPath(new URL('../../lambdas/src', import.meta.url));
const output = fileURLToPath(new URL('../../lambdas/dist', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/minified', import.meta.url));

/** 'ljmonitor/http.lambda.ts' → 'ljmonitor/http'. */
const functionName = (entry: string) => join(dirname(entry), basename(entry, '.lambda.ts'));

const secondPass: Options = {
  jsc: { target: 'es2024', minify: { compress: { passes: 3, toplevel: true }, mangle: { toplevel: true } } },
  minify: true,
  isModule: false,
};

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
    alias: { '@aws-sdk/credential-provider-node': join(source, 'platform/credentials.ts') },
    plugins: [withoutUnusedParts(source)],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  mkdirSync(cache, { recursive: true });
  const minified = await Promise.all(
    outputFiles.map(async ({ path, text }) => ({ path, file: await minifiedAgain(text) })),
  );
  for (const { path, file } of minified) {
    const contents = readFileSync(file);
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  const used = new Set(minified.map(({ file }) => basename(file)));
  for (const name of globSync('*', { cwd: cache })) if (!used.has(name)) rmSync(join(cache, name));
  const current = new Set(entries.map(bundleFolder));
  for (const name of globSync('*/*', { cwd: output })) {
    const folder = join(output, name);
    if (!current.has(folder)) rmSync(folder, { recursive: true });
  }
}

/** The file with what a second pass leaves of a bundle. It takes longer than all the rest, so it is kept by what went in. */
async function minifiedAgain(code: string): Promise<string> {
  const id = createHash('sha256').update(JSON.stringify(secondPass)).update(code).digest('hex');
  const file = join(cache, id);
  if (existsSync(file)) return file;
  // Half a file, left by a build that was killed, would be taken for a whole one.
  const unfinished = `${file}-${process.pid}`;
  writeFileSync(unfinished, (await transform(code, secondPass)).code);
  renameSync(unfinished, file);
  return file;
}

if (import.meta.main) await bundleFunctions();
