import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundleFunctions } from 'infra/bundle';
import { StartError } from '../startup/start-error.ts';

/** Something that is built before a start and reused until its sources change. */
interface BuildTarget {
  folder: string;
  /** The files that the build reads. The lock file stands for the packages. */
  sources: string[];
  build: (root: string) => Promise<void>;
}

export const functionBundles: BuildTarget = {
  folder: 'lambdas/dist',
  sources: ['lambdas/src/**', 'shared-types/src/**', 'infra/src/bundle.ts', 'package-lock.json'],
  build: bundleFunctions,
};

export const webApp: BuildTarget = {
  folder: 'web/dist',
  sources: ['web/**', 'shared-types/src/**', 'cdk.json', 'package-lock.json'],
  async build(root) {
    const npm = spawn('npm', ['run', 'build', '-w', 'web'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<number | null>((resolve) => npm.once('error', () => resolve(null)).once('exit', resolve));
    const [output, errors, code] = await Promise.all([text(npm.stdout), text(npm.stderr), ended]);
    if (code !== 0) throw new StartError(`The web app could not be built:\n${output}${errors}`);
  },
};

/** The files that the app is synthesized from. */
export const assemblySources = [
  'infra/src/**',
  'shared-types/src/**',
  'lambdas/dist/**',
  'web/dist/**',
  '{cdk,package,package-lock}.json',
];

/** Returns the synthesized app of a configuration. */
export function assemblyFor(config: Record<string, unknown>): BuildTarget {
  const id = createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 16);
  const folder = `node_modules/.cache/assemblies/${id}`;
  return {
    folder,
    sources: assemblySources,
    async build(root) {
      // The CDK takes long to load, so an unchanged app does without it.
      const { buildApp } = await import('infra/app');
      const outdir = join(root, folder);
      rmSync(outdir, { recursive: true, force: true });
      buildApp({ outdir, config }).synth();
      // These hold the program that uploads the web app during a deployment. It is not needed here, and it is large.
      for (const file of globSync('asset.*.zip', { cwd: outdir })) rmSync(join(outdir, file));
    },
  };
}

/** Builds a target unless it is already built from the present sources. */
export async function buildIfChanged({ folder, sources, build }: BuildTarget, root: string, cacheDir: string) {
  const stampFile = join(cacheDir, `${folder.replaceAll('/', '-')}.txt`);
  const isSource = (path: string) => !path.startsWith(folder) && !path.includes('node_modules');
  // The digest is taken before the build: a source that changes during it may be missing from the result.
  const sourceDigest = digest(root, sources, isSource);
  const stamp = () => `${sourceDigest} ${digest(root, [`${folder}/**`])}`;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()) return;
  await build(root);
  writeFileSync(stampFile, stamp());
}

function digest(root: string, patterns: string[], isIncluded: (path: string) => boolean = () => true): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: root }).filter(isIncluded).toSorted()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
