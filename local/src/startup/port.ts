import { createServer, type RequestListener, type Server } from 'node:http';
import { listen } from '../http/listen.ts';
import type { OnShutdown } from './on-shutdown.ts';
import { StartError } from './start-error.ts';

export const defaultPort = 3000;

/** Opens the site's port first: a taken port is the most frequent reason why a start fails. */
export async function openPort(wanted: number, onShutdown: OnShutdown) {
  let listener: RequestListener = answerStarting;
  const server = createServer((request, response) => listener(request, response));
  const port = await listenAsWanted(server, wanted);
  onShutdown(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  const serve = (next: RequestListener) => void (listener = next);
  return { origin: siteOrigin(port), serve };
}

/** Fails if the site's port cannot be opened. */
export async function checkPort(wanted: number) {
  const server = createServer();
  await listenAsWanted(server, wanted);
  await new Promise((resolve) => server.close(resolve));
}

const listenAsWanted = (server: Server, wanted: number) =>
  listen(server, wanted).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${String(code)})`;
    throw new StartError(`Port ${wanted} ${reason}. Choose another one with PORT=…`);
  });

/**
 * Browsers share the cookies of one host between its ports. A site on another port than the default has its own host
 * name, so that two sites do not sign each other out. Browsers resolve `*.localhost` to this machine.
 */
export const siteOrigin = (port: number) =>
  port === defaultPort ? `http://localhost:${port}` : `http://p${port}.localhost:${port}`;

const answerStarting: RequestListener = (_request, response) =>
  void response.writeHead(503).end('The site is starting.\n');
