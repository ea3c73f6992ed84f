import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Locks a file for as long as this process lives and returns the function that unlocks it, or `undefined` when the file
 * is locked already. The operating system holds SQLite's lock, so a killed process leaves none behind.
 */
export function takeFileLock(file: string): (() => void) | undefined {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (error) {
    database.close();
    // Inside a test the error's class belongs to another realm, so the message is compared.
    if (String(error).includes('locked')) return undefined;
    throw error;
  }
}

/** Waits for the lock of a file, then runs `work` under it. */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  let release = takeFileLock(file);
  while (!release) {
    await pause(100);
    release = takeFileLock(file);
  }
  try {
    return await work();
  } finally {
    release();
  }
}
