import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppConfig } from 'infra/config';
import * as z from 'zod';
import { withLock } from '../startup/file-lock.ts';
import { assemblyOf, make, products } from './build-cache.ts';
import { type Assembly, readAssembly } from '../template/assembly.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Order {
  dataDir: string;
  config: Partial<AppConfig>;
  /** What this start alone has in its configuration. */
  addresses: (string | undefined)[];
}

/**
 * Bundles, builds and synthesizes what has changed; one site at a time, since all of them share the folders that this
 * writes. The app is synthesized with names in place of the addresses, so that the next start finds it made.
 */
export function build({ dataDir, config, addresses }: Order, step: Step): Promise<Assembly> {
  const cacheDir = join(root, 'node_modules', '.cache');
  const outdir = join(dataDir, 'assembly');
  const names = addresses
    .filter((address) => address !== undefined)
    .map((address, index) => [`http://address-${index}.invalid`, address] as const);
  const named = names.reduce((text, [name, address]) => text.replaceAll(address, name), JSON.stringify(config));
  const assembly = assemblyOf(z.record(z.string(), z.unknown()).parse(JSON.parse(named)));
  mkdirSync(cacheDir, { recursive: true });
  return withLock(join(cacheDir, 'build.lock'), async () => {
    await Promise.all([
      step('Functions', () => make(products.functions, root, cacheDir)),
      step('Web app', () => make(products.web, root, cacheDir)),
    ]);
    return step('CDK app', async () => {
      await make(assembly, root, cacheDir);
      // Of this site's own: another one may be built differently while this one runs.
      rmSync(outdir, { recursive: true, force: true });
      cpSync(join(root, assembly.folder), outdir, { recursive: true });
      return readAssembly(outdir, Object.fromEntries(names));
    });
  });
}

/** Does a part of the start, and says how long it took. */
export type Step = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

export const stepsTo =
  (say: (line: string) => void): Step =>
  async (name, work) => {
    const start = performance.now();
    const result = await work();
    say(`  ${name.padEnd(18)}${((performance.now() - start) / 1000).toFixed(1)} s`);
    return result;
  };
