import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * Holds a port for a server that is started with this number. It is the end of a connection that stays open, so the system does
 * not give it to a server that asks for any port, and lets a server listen that asks for this one.
 */
export async function holdPort() {
  const server = createServer();
  const accepted = new Promise<Socket>((resolve) => void server.once('connection', resolve));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const held = connect(port, '127.0.0.1');
  const kept = await accepted;
  // A test that fails does not wait for the port.
  for (const end of [held, kept]) end.unref();
  // The server ends its listening only: its connection stays.
  server.close().unref();
  return { port, release: () => [held, kept].forEach((end) => end.destroy()) };
}
