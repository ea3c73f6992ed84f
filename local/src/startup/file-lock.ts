import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Takes a lock on a file for as long as this process lives, and gives what returns it; `undefined` when it is taken.
 * SQLite's lock is the system's own, so even a killed process leaves none behind.
 */
export function takeLock(file: string): (() => void) | undefined {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (error) {
    database.close();
    // By its words: where the cloud runs inside a test, the error is of another realm's class.
    if (String(error).includes('locked')) return undefined;
    throw error;
  }
}

/** Does something that no two processes may do at once. */
export async function withLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  let release = takeLock(file);
  while (!release) {
    await pause(100);
    release = takeLock(file);
  }
  try {
    return await work();
  } finally {
    release();
  }
}
