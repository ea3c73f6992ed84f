import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on this machine only and returns the port. With `orAnyPort` a free port replaces a taken one. */
export async function listen(server: Server, port = 0, { orAnyPort = false } = {}): Promise<number> {
  try {
    return await listenOn(server, port);
  } catch (error) {
    if (!orAnyPort) throw error;
    return listenOn(server, 0);
  }
}

const listenOn = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    // With the five seconds that are usual, a busy machine closes a connection in the moment in which it is used again.
    server.keepAliveTimeout = 60_000;
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address: AddressInfo | string | null = server.address();
      if (address === null || typeof address === 'string') reject(new Error('not listening on a port'));
      else resolve(address.port);
    });
  });
