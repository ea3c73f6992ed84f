import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import { StartError } from '../cloud.ts';
import { listen } from '../http/listen.ts';
import { takeLock } from './file-lock.ts';
import type { Settings } from '../settings.ts';

/** Remembers what has to be undone when the site stops, the last thing first. */
export type AtClose = (closer: () => unknown) => void;

/** Takes the port before anything else, since this is what fails most often. */
export async function openPort(wanted: number, atClose: AtClose) {
  let listener: RequestListener = sayStarting;
  const server = createServer((request, response) => listener(request, response));
  const port = await listen(server, wanted).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${String(code)})`;
    throw new StartError(`Port ${wanted} ${reason}: choose another one with PORT=…`);
  });
  atClose(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  const serve = (next: RequestListener) => void (listener = next);
  return { origin: `http://localhost:${port}`, serve };
}

const sayStarting: RequestListener = (_request, response) =>
  void response.writeHead(503).end('The site is starting.\n');

export function takeDataDirectory({ dataDir, fresh }: Pick<Settings, 'dataDir' | 'fresh'>, atClose: AtClose) {
  try {
    makeFolder(dataDir);
    const release = takeLock(join(dataDir, 'in-use.lock'));
    if (!release)
      throw new StartError(`${dataDir} is in use by another running site: choose another one with DATA_DIR=…`);
    atClose(release);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The data directory ${dataDir} cannot be written to: choose another one with DATA_DIR=…`);
  }
  // By name, because it might be anybody's directory.
  const contents = [
    'assembly',
    'cloudformation',
    'cognito',
    'dynamodb',
    'listing',
    'logs',
    'model.json',
    'parameters.json',
    'sqs',
    'step-functions',
  ];
  if (fresh) for (const name of contents) rmSync(join(dataDir, name), { recursive: true, force: true });
}

/**
 * With all above it, each by itself: where a folder says of a new one that it does not exist, as those below /proc do,
 * node's own recursive way goes on for ever.
 */
function makeFolder(folder: string) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}
