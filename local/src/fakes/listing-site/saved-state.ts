import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { listingModes } from './modes.ts';

/** The state that must survive a restart. Everything else follows from it. */
const SavedState = z.object({
  foundedAtMs: z.number(),
  /** Stored links to houses contain the port, so the site keeps it. */
  port: z.number(),
  /** The ports of the other cities. */
  otherPorts: z.array(z.number()).default([]),
  mode: z.enum(listingModes),
  starts: z.array(z.number()),
  pushes: z.array(z.number()),
});
export type SavedState = z.infer<typeof SavedState>;

const fileIn = (dataDir: string) => path.join(dataDir, 'listing', 'city.json');

/**
 * Loads the state, or founds the cities when there is no readable file. The product's clock is back at the machine's time
 * after a restart, so actions in the future are dropped.
 */
export function loadState(dataDir: string, nowMs: number): SavedState {
  try {
    const state = SavedState.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
    const isPast = (atMs: number) => atMs <= nowMs;
    return { ...state, starts: state.starts.filter(isPast), pushes: state.pushes.filter(isPast) };
  } catch {
    return { foundedAtMs: nowMs, port: 0, otherPorts: [], mode: 'normal', starts: [], pushes: [] };
  }
}

/** Writes a new file and renames it, so that a kill leaves the old or the new one. */
export function saveState(dataDir: string, state: SavedState) {
  const file = fileIn(dataDir);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}
