import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppConfig } from 'infra/config';
import { withLock } from './lock.ts';
import { make, products } from './products.ts';
import type { Assembly } from './template/assembly.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles, builds and synthesizes; one site at a time, since all of them share the folders that this writes. */
export function build(dataDir: string, config: Partial<AppConfig>, step: Step): Promise<Assembly> {
  const cacheDir = join(root, 'node_modules', '.cache');
  const outdir = join(dataDir, 'assembly');
  mkdirSync(cacheDir, { recursive: true });
  return withLock(join(cacheDir, 'build.lock'), async () => {
    // Nothing takes longer to load than the CDK, so it does while the rest is built.
    const [{ synthesize }] = await Promise.all([
      import('./template/assembly.ts'),
      step('Functions', () => make(products.functions, root, cacheDir)),
      step('Web app', () => make(products.web, root, cacheDir)),
    ]);
    return step('CDK app', async () => {
      rmSync(outdir, { recursive: true, force: true });
      return synthesize(outdir, config);
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
