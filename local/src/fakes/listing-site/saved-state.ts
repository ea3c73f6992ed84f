import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { listingModes } from './modes.ts';

/** All that must survive a restart: the rest follows from it. */
const Memory = z.object({
  foundedAtMs: z.number(),
  /** Links to houses are stored with the port in them, so the site comes back where it was. */
  port: z.number(),
  mode: z.enum(listingModes),
  starts: z.array(z.number()),
  pushes: z.array(z.number()),
});
export type Memory = z.infer<typeof Memory>;

const fileIn = (dataDir: string) => path.join(dataDir, 'listing', 'city.json');

/**
 * What is remembered, or a city founded now when there is no file that can be read. A clock that somebody moved stands
 * at the machine's time again after a restart: what lies ahead of it has not happened.
 */
export function recall(dataDir: string, nowMs: number): Memory {
  try {
    const memory = Memory.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
    const isPast = (atMs: number) => atMs <= nowMs;
    return { ...memory, starts: memory.starts.filter(isPast), pushes: memory.pushes.filter(isPast) };
  } catch {
    return { foundedAtMs: nowMs, port: 0, mode: 'normal', starts: [], pushes: [] };
  }
}

/** Renamed into place, so that a kill leaves the old file or the new one. */
export function remember(dataDir: string, memory: Memory) {
  const file = fileIn(dataDir);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(memory));
  renameSync(`${file}.new`, file);
}
