import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { commonPasswords } from './common-passwords.ts';

const source = fileURLToPath(new URL('../../lambdas/src', import.meta.url));
const output = fileURLToPath(new URL('../../lambdas/dist', import.meta.url));

/** Names the bundle of an entry: 'ljmonitor/http.lambda.ts' becomes 'ljmonitor/http'. */
const functionName = (entry: string) => join(dirname(entry), basename(entry, '.lambda.ts'));

/** Returns the folder with the bundle of an entry: `index.js`, and the `package.json` that says what it is. */
export const bundleFolder = (entry: string) => join(output, functionName(entry));

/**
 * Bundles every function in one call of esbuild; docs/decisions/0004 measures what its options are worth. Unchanged files
 * are not written again, so a process that reads the folder at the same time never finds half a file.
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
    // A function's credentials are always in its environment. The SDK's search through profiles, single sign-on and token
    // files would be 38 kB of every bundle and a third of each cold start (docs/decisions/0004).
    alias: { '@aws-sdk/credential-provider-node': join(source, 'platform/credentials.ts') },
    define: { COMMON_PASSWORDS: JSON.stringify(commonPasswords()) },
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  for (const { path, contents } of outputFiles) {
    writeIfChanged(path, contents);
    // Without it, a package.json of any folder above decides whether Node reads the bundle as CommonJS or as a module.
    writeIfChanged(join(dirname(path), 'package.json'), Buffer.from('{ "type": "commonjs" }\n'));
  }
  const current = new Set(entries.map(bundleFolder));
  for (const name of globSync('*/*', { cwd: output })) {
    const folder = join(output, name);
    if (!current.has(folder)) rmSync(folder, { recursive: true });
  }
}

function writeIfChanged(path: string, contents: Uint8Array) {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

if (import.meta.main) await bundleFunctions();
