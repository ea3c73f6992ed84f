import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Options, transform } from '@swc/core';
import { build, type OutputFile } from 'esbuild';
import * as z from 'zod';
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
  sourceMaps: true,
};
const Minified = z.object({ code: z.string(), map: z.string() });

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
  mkdirSync(cache, { recursive: true });
  const minified = await Promise.all(
    entries.map((entry) => minifiedAgain(join(bundleFolder(entry), 'index.js'), outputFiles)),
  );
  for (const [path, contents] of minified.flatMap(({ files }) => Object.entries(files))) {
    if (existsSync(path) && readFileSync(path, 'utf8') === contents) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  const used = new Set(minified.map(({ id }) => id));
  for (const id of globSync('*', { cwd: cache })) if (!used.has(id)) rmSync(join(cache, id));
  const current = new Set(entries.map(bundleFolder));
  for (const name of globSync('*/*', { cwd: output })) {
    const folder = join(output, name);
    if (!current.has(folder)) rmSync(folder, { recursive: true });
  }
}

/** A second pass, which finds a fifteenth more than the bundler's own; it takes longer than all the rest, so it is remembered. */
async function minifiedAgain(path: string, bundled: OutputFile[]) {
  const textOf = (file: string) => bundled.find((each) => each.path === file)?.text ?? '';
  const [code, map] = [textOf(path), textOf(`${path}.map`)];
  const id = createHash('sha256')
    .update(JSON.stringify([secondPass, code, map]))
    .digest('hex');
  const known = join(cache, id);
  if (!existsSync(known)) {
    const result = await transform(code, { ...secondPass, inputSourceMap: map });
    writeFileSync(known, JSON.stringify(result));
  }
  const again = Minified.parse(JSON.parse(readFileSync(known, 'utf8')));
  return { id, files: { [path]: again.code, [`${path}.map`]: again.map } };
}

if (import.meta.main) await bundleFunctions();
