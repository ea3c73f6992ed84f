import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Settings } from '../settings.ts';
import { takeFileLock } from './file-lock.ts';
import type { OnShutdown } from './on-shutdown.ts';
import { StartError } from './start-error.ts';

/** The files and folders that a site writes. `--fresh` deletes these by name, because DATA_DIR may hold other files. */
const contents = [
  'assembly',
  'cloudformation',
  'cognito',
  'compiled',
  'dynamodb',
  'google.json',
  'kept.json',
  'listing',
  'logs',
  'model.json',
  'parameters.json',
  'sqs.sqlite',
  'sqs.sqlite-journal',
  'sqs.sqlite-shm',
  'sqs.sqlite-wal',
  'stack.json',
  'step-functions',
];

/** Locks the data directory for this site, and empties it with `--fresh`. */
export function lockDataDirectory({ dataDir, fresh }: Pick<Settings, 'dataDir' | 'fresh'>, onShutdown: OnShutdown) {
  try {
    createFolder(dataDir);
    const release = takeFileLock(join(dataDir, 'in-use.lock'));
    if (!release)
      throw new StartError(`${dataDir} is in use by another running site. Choose another one with DATA_DIR=…`);
    onShutdown(release);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The data directory ${dataDir} cannot be written to. Choose another one with DATA_DIR=…`);
  }
  if (fresh) for (const name of contents) rmSync(join(dataDir, name), { recursive: true, force: true });
}

/**
 * Creates each folder of the path by itself. Node's own `recursive` option loops forever below /proc, where a folder
 * that was just created is reported as missing.
 */
function createFolder(folder: string) {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  mkdirSync(folder);
}
