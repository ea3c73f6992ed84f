import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const folder = join(import.meta.dirname, '..', '..', '..', '.cache', 'unused-grants');
const Lines = z.array(z.string());

/** Before a run of all tests. */
export const forgetUnused = () => rmSync(folder, { recursive: true, force: true });

/** What one site was granted and never used. One that names nothing was killed before it could: none uses everything. */
export function noteUnused(grants: readonly string[]) {
  if (grants.length === 0) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(grants));
}

/** What no site of the run has used. */
export function unusedEverywhere(): string[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return inAll(files.map((file) => Lines.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))));
}

/** Sites have stacks of different names, and are granted the same on them. */
const anyStack = (line: string) => line.replaceAll(/:stack\/[\w-]+\//g, ':stack/<name>/');

export const inAll = (sites: string[][]): string[] => {
  const [first = [], ...others] = sites.map((lines) => lines.map(anyStack));
  return first.filter((line) => others.every((other) => other.includes(line)));
};
