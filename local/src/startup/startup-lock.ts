import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  'format',
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

/** It grows by one when the rows that the site stores are written in another way, so that old ones cannot be read. */
const format = '2';

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
  keepFormat(dataDir);
}

/** Refuses data that this version of the site cannot read, before anything is written to it. */
function keepFormat(dataDir: string) {
  const file = join(dataDir, 'format');
  const isSame = existsSync(file) && readFileSync(file, 'utf8') === format;
  if (!isSame && existsSync(join(dataDir, 'dynamodb')))
    throw new StartError(
      `${dataDir} has the data of an earlier version of this site. Delete it with npm start -- --fresh, or choose another directory with DATA_DIR=…`,
    );
  writeFileSync(file, format);
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
