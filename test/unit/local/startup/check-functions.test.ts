import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { listen } from 'local/http/listen';
import { checkFunctions } from 'local/startup/check-functions';
import type { JsonObject } from 'local/json';
import type { Resource } from 'local/template/resource';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A site with these functions, of which some cannot be loaded. */
async function site(answer: RequestListener, broken: string[] = []) {
  const server = createServer(answer);
  servers.push(server);
  const origin = `http://p1.localhost:${await listen(server, 0)}`;
  return { origin, cloud: { resources: deployed, functions: { loadOthers: async () => broken } } };
}

const resource = (type: string, logicalId: string, properties: JsonObject): Resource => ({
  logicalId,
  type: `AWS::ApiGatewayV2::${type}`,
  properties,
  ref: logicalId,
  attributes: {},
});

const functionWith = (name: string, routeKeys: string[]) => [
  resource('Integration', name, { IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0', IntegrationUri: name }),
  ...routeKeys.map((RouteKey) => resource('Route', RouteKey, { RouteKey, Target: `integrations/${name}` })),
];
const deployed = [
  ...functionWith('Auth', ['GET /api/auth/session', 'GET /api/auth/logout']),
  ...functionWith('Chat', ['POST /api/chat/stop', 'GET /api/chat/session/{sessionId}/find']),
];

it('asks each function once, and finds a site in order whose functions refuse a call without a session', async () => {
  const asked: string[] = [];
  const started = await site(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    response.writeHead(url === '/api/auth/session' ? 200 : 401).end();
  });
  await expect(checkFunctions(started, 'logs')).resolves.toBeUndefined();
  expect(asked.toSorted()).toEqual(['GET /api/auth/session', 'GET /api/chat/session/unknown/find']);
});

it('names the functions that cannot answer, and the workers that cannot be loaded', async () => {
  const started = await site(
    ({ url = '' }, response) => response.writeHead(url.startsWith('/api/chat') ? 500 : 401).end(),
    ['generate'],
  );
  await expect(checkFunctions(started, '.local/logs')).rejects.toThrow(
    'The site does not work: /api/chat/session/unknown/find answers 500, generate cannot be loaded. See .local/logs.',
  );
});
