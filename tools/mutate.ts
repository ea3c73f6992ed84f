/**
 * `npm run mutate -- <seed> [count] [quick]` changes one place of the code after the other, 100 by default, drawn by the seed
 * from what guards the site, and prints which test has noticed. It edits the files in place, so it wants a clone without changes
 * of one's own, in which `npm test` passes. `quick` leaves out the tests that need a build, which take minutes for each survivor.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Mutation, mutationsOf } from './mutations.ts';

const folders = ['lambdas/src/auth', 'lambdas/src/platform', 'infra/src'];

type Drawn = Mutation & { file: string };

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' });

/** The same seed draws the same places from the same sources. */
function draw(seed: string, count: number): Drawn[] {
  const files = git('ls-files', '--', ...folders).split('\n');
  const all = files
    .filter((file) => /\.(ts|js)$/.test(file))
    .flatMap((file) => mutationsOf(file, readFileSync(file, 'utf8')).map((mutation) => ({ ...mutation, file })));
  const rank = (index: number) => createHash('sha256').update(`${seed} ${index}`).digest('hex');
  return all
    .map((mutation, index) => ({ mutation, rank: rank(index) }))
    .toSorted((one, other) => one.rank.localeCompare(other.rank))
    .slice(0, count)
    .map(({ mutation }) => mutation);
}

/** Returns the output of a script of package.json that failed, undefined when the script passed. */
async function failureOf(script: string, ...words: string[]): Promise<string | undefined> {
  const child = spawn('npm', ['run', '--silent', script, '--', ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => void child.on('close', resolve));
  return code === 0 ? undefined : output;
}

/** Returns the name of the first test that failed. */
const testIn = (output: string) => /● (.+)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? '';

/** Returns the tests of the nearest folder that has some. */
function nearestTests(file: string): string {
  const tests = file.startsWith('infra/') ? file.replace('infra/src/', 'test/infra/') : `test/unit/${file}`;
  let folder = dirname(tests.replace('/src/', '/'));
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

/** The configuration looks for tests only, and Jest finds the tests of a file only among these folders. */
const roots = ['test', 'shared-types/src', ...folders].flatMap((folder) => ['--roots', folder]);

/** Runs the cheapest tests first. Most mutations are noticed by the tests beside them, or by the types. */
async function noticedBy(file: string, isQuick: boolean): Promise<string | undefined> {
  const beside = nearestTests(file);
  const looks = [
    [beside],
    [...roots, '--passWithNoTests', '--findRelatedTests', file],
    ...(file.startsWith('infra/') && beside !== 'test/infra' ? [['test/infra']] : []),
  ];
  for (const look of looks) {
    const output = await failureOf('jest', '--bail', ...look);
    if (output !== undefined) return testIn(output);
  }
  if (await failureOf('types')) return 'the types';
  if (isQuick) return undefined;
  if (await failureOf('build')) return 'the build';
  const everywhere = await failureOf('jest', '--bail');
  return everywhere === undefined ? undefined : testIn(everywhere);
}

/** Ends the script before it edits a file. Everything below would still run with `process.exitCode` alone. */
function refuse(reason: string): never {
  console.error(reason);
  process.exit(2);
}

const [seed, count = '100', extent] = process.argv.slice(2);
if (seed === undefined || !/^\d+$/.test(count)) refuse('Usage: npm run mutate -- <seed> [count] [quick]');
if (git('status', '--porcelain') !== '')
  refuse('This clone has changes that are not committed. Commit them first: the files are edited in place.');
let survivors = 0;
let mutated: { file: string; original: string } | undefined;
const restore = () => mutated && writeFileSync(mutated.file, mutated.original);
// With a listener of its own, Ctrl-C no longer ends the process by itself.
process.on('SIGINT', () => {
  restore();
  // A shell expects 128 plus the number of the signal.
  process.exit(130);
});
for (const { file, line, change, source } of draw(seed, Number(count))) {
  mutated = { file, original: readFileSync(file, 'utf8') };
  try {
    writeFileSync(file, source);
    const test = await noticedBy(file, extent === 'quick');
    if (test === undefined) survivors++;
    console.log(`| ${file}:${line} | \`${change}\` | ${test ?? '**survived**'} |`);
  } finally {
    restore();
  }
}
console.log(`\n${survivors} of ${count} survived`);
