import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Holds a port that refuses every connection. It is the local end of a connection that stays open, so nothing listens on it,
 * and the system gives it to no other server.
 */
export async function silentPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const held = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  await once(held, 'connect');
  const port = held.localPort ?? 0;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    close() {
      held.destroy();
      server.close();
    },
  };
}
