import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const folder = join(import.meta.dirname, '..', '..', '..', '.cache', 'unused-grants');
const Lines = z.array(z.string());

/** Clears the notes before a run of all tests. */
export const forgetUnused = () => rmSync(folder, { recursive: true, force: true });

/** Notes the unused grants of one site. A site without any was killed before it could report, so it is ignored. */
export function noteUnused(grants: readonly string[]) {
  if (grants.length === 0) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(grants));
}

/** Returns whether sites have noted their unused grants since the notes were cleared. */
export const hasNotes = () => existsSync(folder);

/** Returns the grants that no site of the run has used. */
export function unusedEverywhere(): string[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return unusedInAllSites(files.map((file) => Lines.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))));
}

/** Sites have the same grants on stacks of different names. */
const anyStack = (line: string) => line.replaceAll(/:stack\/[\w-]+\//g, ':stack/<name>/');

export const unusedInAllSites = (sites: string[][]): string[] => {
  const [first = [], ...others] = sites.map((lines) => lines.map(anyStack));
  return first.filter((line) => others.every((other) => other.includes(line)));
};
