import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppConfig } from 'infra/config';
import * as z from 'zod';
import { withFileLock } from '../startup/file-lock.ts';
import type { Step } from '../startup/steps.ts';
import { type Assembly, fillInAddresses, readAssembly } from '../template/assembly.ts';
import { assemblyFor, buildIfChanged, functionBundles, webApp } from './build-cache.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface BuildOptions {
  dataDir: string;
  config: Partial<AppConfig>;
  /** The origins in the configuration that differ from start to start. */
  temporaryOrigins: string[];
  step: Step;
}

/**
 * Bundles, builds and synthesizes what has changed. All sites share the folders that this writes, so a lock lets one
 * site build at a time. The app is synthesized with placeholders for the temporary origins, so that the next start can
 * use the cached assembly.
 */
export function build({ dataDir, config, temporaryOrigins, step }: BuildOptions): Promise<Assembly> {
  const cacheDir = join(root, 'node_modules', '.cache');
  const outdir = join(dataDir, 'assembly');
  const placeholders = temporaryOrigins.map((origin, index) => [`http://address-${index}.invalid`, origin] as const);
  const configText = placeholders.reduce(
    (text, [placeholder, origin]) => text.replaceAll(origin, placeholder),
    JSON.stringify(config),
  );
  const assembly = assemblyFor(z.record(z.string(), z.unknown()).parse(JSON.parse(configText)));
  mkdirSync(cacheDir, { recursive: true });
  return withFileLock(join(cacheDir, 'build.lock'), async () => {
    await Promise.all([
      step('Functions', () => buildIfChanged(functionBundles, root, cacheDir)),
      step('Web app', () => buildIfChanged(webApp, root, cacheDir)),
    ]);
    return step('CDK app', async () => {
      await buildIfChanged(assembly, root, cacheDir);
      // This site keeps a copy, because another site may be built differently while this one runs.
      rmSync(outdir, { recursive: true, force: true });
      cpSync(join(root, assembly.folder), outdir, { recursive: true });
      // On AWS no package.json is above a bundle. Here the project's own one would make it an ES module.
      writeFileSync(join(outdir, 'package.json'), JSON.stringify({ type: 'commonjs' }));
      fillInAddresses(outdir, placeholders);
      return readAssembly(outdir);
    });
  });
}
