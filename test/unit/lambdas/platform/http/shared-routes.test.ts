import { describe, expect, it } from '@jest/globals';
import { httpHandler } from 'lambdas/platform/http/http-handler';
import { endpoint } from 'shared-types/contract/endpoint';
import * as z from 'zod';
import { apiEvent } from '../../../../support/contract/api-event.ts';

const said = { access: 'public', response: z.object({ said: z.string() }) } as const;
const byPath = 'ANY /api/door/{side}/{step}';
const byKnownPath = 'ANY /api/door/known/{side}/{step}';
const byMethod = 'ANY /api/gate/{side}';
const handler = httpHandler(
  {
    knock: endpoint('POST /api/door/in/one', { ...said, route: byPath, knownRoute: byKnownPath }),
    look: endpoint('GET /api/gate/{side}', { ...said, route: byMethod }),
    open: endpoint('PUT /api/gate/{side}', { ...said, route: byMethod }),
    add: endpoint('POST /api/add', said),
  },
  {
    knock: async () => ({ said: 'knocked' }),
    look: async ({ params }) => ({ said: `looked ${params.side}` }),
    open: async ({ params }) => ({ said: `opened ${params.side}` }),
    add: async () => ({ said: 'added' }),
  },
  {
    originVerify: 'secret',
    now: () => new Date(0),
    audit: undefined,
    sessions: { find: async () => undefined },
  },
);

async function ask(routeKey: string, method: string, rawPath: string) {
  const [, , , side = '', step] = rawPath.split('/');
  const params = routeKey.includes('{side}') ? { side, ...(step !== undefined && { step }) } : {};
  const sent = apiEvent(`${method} ${rawPath}`, { params, headers: { 'x-origin-verify': 'secret' } });
  const requestContext = { ...sent.requestContext, routeKey };
  const { statusCode, body } = await handler({ ...sent, routeKey, rawPath, requestContext });
  const answer: unknown = JSON.parse(body ?? 'null');
  return { statusCode, answer };
}

describe('a route that calls share', () => {
  it.each([
    [byPath, 'POST', '/api/door/in/one', 'knocked'],
    [byKnownPath, 'POST', '/api/door/known/in/one', 'knocked'],
    [byMethod, 'GET', '/api/gate/in', 'looked in'],
    [byMethod, 'PUT', '/api/gate/out', 'opened out'],
  ])('leads to the call of its path and method: %s with %s %s', async (routeKey, method, rawPath, text) => {
    expect(await ask(routeKey, method, rawPath)).toEqual({ statusCode: 200, answer: { said: text } });
  });

  it.each([
    [byPath, 'GET', '/api/door/in/one'],
    [byPath, 'POST', '/api/door/in/two'],
    [byPath, 'POST', '/api/door/known/in/one'],
    [byKnownPath, 'POST', '/api/door/in/two'],
    [byKnownPath, 'POST', '/api/door/known/in/two'],
    [byKnownPath, 'POST', '/api/add'],
    [byPath, 'POST', '/api/add'],
    [byMethod, 'POST', '/api/gate/in'],
    // An encoded slash matches no route, so API Gateway does not throttle it.
    ['$default', 'POST', '/api/door/in/one'],
    ['POST /api/door/in/one', 'POST', '/api/door/in/one'],
    ['PUT /api/gate/{side}', 'PUT', '/api/gate/in'],
  ])('leads to no other call: %s with %s %s', async (...asked) => {
    expect((await ask(...asked)).statusCode).toBe(404);
  });
});
