import { describe, expect, it } from '@jest/globals';
import { AppError } from 'lambdas/platform/app-error';
import type { AuditEvent } from 'lambdas/platform/audit/audit-event';
import { httpHandler } from 'lambdas/platform/http/http-handler';
import { endpoint } from 'shared-types/contract/endpoint';
import * as z from 'zod';
import { apiEvent } from '../../../../support/contract/api-event.ts';
import { person } from '../../../../support/person.ts';

const response = z.object({});
const api = {
  tick: endpoint('POST /api/tick/{name}', { audit: 'stackStarted', response }),
  refused: endpoint('POST /api/refused', { audit: 'stackStopped', response }),
  read: endpoint('GET /api/me', { response }),
  limited: endpoint('POST /api/limited', { response }),
  conflict: endpoint('POST /api/conflict', { response }),
  broken: endpoint('POST /api/broken', { audit: 'stackRestarted', response }),
};

const token = 'a'.repeat(43);
const events: AuditEvent[] = [];
const failWith = (code: 'conflict' | 'tooMany') => async () => {
  throw new AppError(code, 'No.');
};
const handler = httpHandler(
  api,
  {
    tick: async () => ({}),
    refused: failWith('conflict'),
    read: async () => ({}),
    limited: failWith('tooMany'),
    conflict: failWith('conflict'),
    broken: async () => {
      throw new Error('broken');
    },
  },
  {
    originVerify: 'secret',
    now: () => new Date(0),
    audit: async (event) => void events.push(event),
    sessions: {
      find: async (value) => (value === token ? person('cognito|ann', 'Ann') : undefined),
    },
  },
);

interface CallInput {
  headers?: Record<string, string>;
  cookies?: string[];
  params?: Record<string, string>;
  body?: string;
}

const eventOf = (routeKey: string, { headers = {}, cookies = [`__Host-sid=${token}`], ...sent }: CallInput) =>
  apiEvent(routeKey, {
    ...sent,
    cookies,
    headers: { 'x-origin-verify': 'secret', 'x-viewer-address': '203.0.113.7', ...headers },
    sourceIp: '198.51.100.9',
  });

/** Makes a call and returns the events that it has added to the trail. */
async function audited(routeKey: string, asked: CallInput = {}) {
  events.length = 0;
  await handler(eventOf(routeKey, asked));
  return events.map(({ kind, code, userId, address, subject }) => ({ kind, code, userId, address, subject }));
}

const ann = { userId: 'cognito|ann', address: '203.0.113.7', subject: undefined };

describe('the audit trail of a call', () => {
  it('gets an event for a call whose contract names one, done or refused', async () => {
    expect(await audited('POST /api/tick/{name}', { params: { name: 'creative' } })).toEqual([
      { ...ann, kind: 'stackStarted', code: undefined, subject: 'creative' },
    ]);
    expect(await audited('POST /api/refused')).toEqual([{ ...ann, kind: 'stackStopped', code: 'conflict' }]);
  });

  it('gets none for any other call that is done or refused for its state', async () => {
    expect(await audited('GET /api/me')).toEqual([]);
    expect(await audited('POST /api/conflict')).toEqual([]);
  });

  it('gets every refusal by a limit, a missing right or a revoked session', async () => {
    expect(await audited('POST /api/limited')).toEqual([{ ...ann, kind: 'refusedCall', code: 'tooMany' }]);
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } };
    expect(await audited('POST /api/limited', foreign)).toEqual([
      { ...ann, kind: 'refusedCall', code: 'forbidden', userId: undefined },
    ]);
    const revoked = { cookies: [`__Host-sid=${'b'.repeat(43)}`] };
    expect(await audited('GET /api/me', revoked)).toEqual([
      { ...ann, kind: 'refusedCall', code: 'unauthenticated', userId: undefined },
    ]);
  });

  it('gets nothing for a visitor without a session, a mistake in the input or a failure', async () => {
    expect(await audited('GET /api/me', { cookies: [] })).toEqual([]);
    expect(await audited('POST /api/refused', { body: '{' })).toEqual([]);
    expect(await audited('POST /api/broken')).toEqual([]);
  });

  it('takes the address of a request that bypasses CloudFront from the connection, not from its header', async () => {
    const [event] = await audited('GET /api/me', { headers: { 'x-origin-verify': 'wrong' } });
    expect(event).toMatchObject({ code: 'forbidden', address: '198.51.100.9' });
  });
});
