import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { listen } from 'local/http/listen';
import { checkFunctions } from 'local/startup/check-functions';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function site(answer: RequestListener) {
  const server = createServer(answer);
  servers.push(server);
  return `http://p1.localhost:${await listen(server, 0)}`;
}

it('finds a site in order whose functions refuse a call without a session', async () => {
  const origin = await site(({ url }, response) => response.writeHead(url === '/api/auth/session' ? 200 : 401).end());
  await expect(checkFunctions(origin, 'logs')).resolves.toBeUndefined();
});

it('names the functions that cannot be loaded', async () => {
  const origin = await site(({ url = '' }, response) =>
    response.writeHead(url.startsWith('/api/chat') ? 500 : 401).end(),
  );
  await expect(checkFunctions(origin, '.local/logs')).rejects.toThrow(
    'The site does not work: /api/chat/models answers 500. See .local/logs.',
  );
});
