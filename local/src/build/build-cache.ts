import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundleFunctions } from 'infra/bundle';
import { StartError } from '../cloud.ts';

/** What is built before a start. */
interface Product {
  folder: string;
  /** Everything that its build reads, but for packages, which the lock file stands for. */
  sources: string[];
  build: (root: string) => Promise<void>;
}

const functions: Product = {
  folder: 'lambdas/dist',
  sources: ['lambdas/src/**', 'shared-types/src/**', 'infra/src/bundle.ts', 'package-lock.json'],
  build: bundleFunctions,
};

const web: Product = {
  folder: 'web/dist',
  sources: ['web/**', 'shared-types/src/**', 'cdk.json', 'package-lock.json'],
  async build(root) {
    const npm = spawn('npm', ['run', 'build', '-w', 'web'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<number | null>((resolve) => npm.once('error', () => resolve(null)).once('exit', resolve));
    const [output, complaints, code] = await Promise.all([text(npm.stdout), text(npm.stderr), ended]);
    if (code !== 0) throw new StartError(`The web app could not be built:\n${output}${complaints}`);
  },
};

export const products = { functions, web };

/** What the app is synthesized from. */
export const assemblySources = [
  'infra/src/**',
  'shared-types/src/**',
  'lambdas/dist/**',
  'web/dist/**',
  '{cdk,package,package-lock}.json',
];

/** The synthesized app of a configuration. */
export function assemblyOf(config: Record<string, unknown>): Product {
  const id = createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 16);
  const folder = `node_modules/.cache/assemblies/${id}`;
  return {
    folder,
    sources: assemblySources,
    async build(root) {
      // Nothing takes longer to load than the CDK.
      const { buildApp } = await import('infra/app');
      const outdir = join(root, folder);
      rmSync(outdir, { recursive: true, force: true });
      buildApp({ outdir, config }).synth();
      // The program that uploads the web app while deploying. Nobody runs it here, and it is larger than all the rest.
      for (const file of globSync('asset.*.zip', { cwd: outdir })) rmSync(join(outdir, file));
    },
  };
}

/** Builds a product, unless the one that is there was made from the sources that are there. */
export async function make({ folder, sources, build }: Product, root: string, cacheDir: string) {
  const note = join(cacheDir, `${folder.replaceAll('/', '-')}.txt`);
  const isSource = (path: string) => !path.startsWith(folder) && !path.includes('node_modules');
  // As they are before the build: one that changes meanwhile may not be in it.
  const from = digest(root, sources, isSource);
  const state = () => `${from} ${digest(root, [`${folder}/**`])}`;
  if (existsSync(note) && readFileSync(note, 'utf8') === state()) return;
  await build(root);
  writeFileSync(note, state());
}

function digest(root: string, patterns: string[], isMeant: (path: string) => boolean = () => true): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: root }).filter(isMeant).toSorted()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
