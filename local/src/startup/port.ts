import { createServer, type RequestListener } from 'node:http';
import { listen } from '../http/listen.ts';
import { siteOrigin } from 'infra/operator/local-site';
import type { OnShutdown } from './on-shutdown.ts';
import { StartError } from './start-error.ts';

/** Opens the site's port first: a taken port is the most frequent reason why a start fails. */
export async function openPort(wanted: number, onShutdown: OnShutdown) {
  let listener: RequestListener = answerStarting;
  const server = createServer((request, response) => listener(request, response));
  const port = await listen(server, wanted).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${String(code)})`;
    throw new StartError(`Port ${wanted} ${reason}. Choose another one with PORT=…`);
  });
  onShutdown(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  const serve = (next: RequestListener) => void (listener = next);
  return { origin: siteOrigin(port), serve };
}

const answerStarting: RequestListener = (_request, response) =>
  void response.writeHead(503).end('The site is starting.\n');
