import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from './cloud.ts';

/** Everything that the build of the web app reads, but for its packages, which the lock file stands for. */
const sources = ['web/**', 'shared-types/src/**', 'cdk.json', 'package-lock.json'];
const isNoSource = (name: string) => name === 'dist' || name === 'node_modules';

/** Builds the web app, unless the build that is there was made from what is there. False when nothing was to do. */
export async function buildWeb(root: string, cacheDir: string): Promise<boolean> {
  const page = join(root, 'web/dist/index.html');
  const note = join(cacheDir, 'web-build.txt');
  const made = () => `${digest(root, sources)} ${existsSync(page) ? readFileSync(page, 'utf8') : ''}`;
  if (existsSync(note) && existsSync(page) && readFileSync(note, 'utf8') === made()) return false;

  const build = spawn('npm', ['run', 'build', '-w', 'web'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => build.once('error', () => resolve(null)).once('exit', resolve));
  const [output, complaints, code] = await Promise.all([text(build.stdout), text(build.stderr), ended]);
  if (code !== 0) throw new StartError(`The web app could not be built:\n${output}${complaints}`);
  writeFileSync(note, made());
  return true;
}

function digest(root: string, patterns: string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: root, exclude: isNoSource }).toSorted()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
