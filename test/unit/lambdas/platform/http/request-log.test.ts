import { describe, expect, it, jest } from '@jest/globals';
import { httpHandler } from 'lambdas/platform/http/http-handler';
import { log } from 'lambdas/platform/log';
import { endpoint } from 'shared-types/contract/endpoint';
import * as z from 'zod';
import { apiEvent } from '../../../../support/contract/api-event.ts';

const handler = httpHandler(
  { tick: endpoint('GET /api/tick', { access: 'public', response: z.object({}) }) },
  {
    async tick() {
      log('info', 'ticked');
      return {};
    },
  },
  {
    originVerify: 'secret',
    now: () => new Date(0),
    audit: undefined,
    sessions: { find: async () => undefined },
  },
);

describe('the log of a request', () => {
  it('names the request in every line', async () => {
    const lines: unknown[] = [];
    const info = jest.spyOn(console, 'info').mockImplementation((line: string) => void lines.push(JSON.parse(line)));
    await handler(apiEvent('GET /api/tick', { headers: { 'x-origin-verify': 'secret' } }));
    info.mockRestore();
    const requestId = 'request-1';
    expect(lines).toMatchObject([
      { event: 'ticked', requestId },
      { event: 'request', requestId, route: 'GET /api/tick', status: 200 },
    ]);
  });
});
