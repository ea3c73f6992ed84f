import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from 'infra/limits';
import { startCloud, type TestCloud } from '../support/aws/cloud.ts';
import { type RawRequest, sendRaw } from '../support/site/raw-request.ts';

let cloud: TestCloud;
beforeAll(async () => {
  // This site has the throttles of the deployed one.
  cloud = await startCloud({ routeRate: undefined });
}, 240_000);
afterAll(() => cloud.close());

const post = (step: string, fields: object): RawRequest => ({
  method: 'POST',
  path: `/api/auth/cognito/${step}`,
  headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  body: JSON.stringify({ username: 'flooded@home.example', ...fields }),
});

/** Steps that hold a function: those that compare a secret, and the start of a sign-in with Google, which stores a step. */
const steps: RawRequest[] = [
  post('sign_in', { password: 'Wrong-one-1' }),
  post('sign_up_confirm', { confirmationCode: '123456' }),
  post('forgot_password', {}),
  { method: 'GET', path: '/api/auth/google/init', headers: { 'sec-fetch-site': 'same-origin' } },
];

const stepOf = (visitor: number): RawRequest => steps[visitor % steps.length] ?? post('sign_in', {});

/** The flood lasts until the site has refused so many requests, however long that takes. */
const refusalsOfFlood = 300;

/** Lets 40 visitors ask without a pause until `work` has ended. It gets the number of refused requests so far. */
async function flood(work: (refusals: () => number) => Promise<void>) {
  const over = new AbortController();
  let maxExecutions = 0;
  let maxMs = 0;
  let refused = 0;
  const statuses = new Set<number>();
  const visitors = Array.from({ length: 40 }, async (_, visitor) => {
    while (!over.signal.aborted) {
      const sentAt = performance.now();
      const { status, text } = await sendRaw(cloud.origin, stepOf(visitor));
      statuses.add(status);
      if (status !== 429) maxMs = Math.max(maxMs, performance.now() - sentAt);
      else if (text === '{"message":"Too Many Requests"}') refused += 1;
      await wait(5);
    }
  });
  const sampler = setInterval(() => {
    maxExecutions = Math.max(maxExecutions, cloud.app.cloud.functions.running());
  }, 1);
  await work(() => refused);
  over.abort();
  await Promise.all(visitors);
  clearInterval(sampler);
  return { maxExecutions, maxMs, refused, statuses };
}

/**
 * Returns the most executions of a flood. Decision 0010 gives a step one second. On a slower machine a step takes as
 * long as the longest one of the flood.
 */
const boundOf = (maxMs: number) => Math.max(4, Math.floor(3 + (2 * maxMs) / 1000));

/** The gateway refuses calls when as many functions may be at work as run at once, which only a slow machine reaches. */
const refusalsBeyond = (executions: number) => (executions < limits.concurrentExecutions ? [] : [500]);

describe('a flood of forty anonymous visitors', () => {
  it('occupies at most four executions', async () => {
    const { maxExecutions, maxMs, refused, statuses } = await flood(async (refusals) => {
      while (refusals() <= refusalsOfFlood) await wait(50);
    });
    const bound = boundOf(maxMs);
    expect(maxExecutions).toBeLessThanOrEqual(bound);
    expect(refused).toBeGreaterThan(refusalsOfFlood);
    const expected = [200, 400, 429, ...refusalsBeyond(bound)];
    expect([...statuses].filter((status) => !expected.includes(status))).toEqual([]);
  });

  it('refuses no call of signed-in people', async () => {
    const cookie = await cloud.signIn('Ann');
    const calls = ['/api/auth/session', '/api/ljmonitor/resblock', '/api/chat/session/list'];
    const answered: number[] = [];
    const { maxMs } = await flood(async () => {
      const people = calls.map(async (path) => {
        for (let time = 0; time < 20; time += 1) {
          const headers = { cookie, 'sec-fetch-site': 'same-origin' };
          answered.push((await sendRaw(cloud.origin, { method: 'GET', path, headers })).status);
        }
      });
      await Promise.all(people);
    });
    const expected = [200, ...refusalsBeyond(boundOf(maxMs) + calls.length)];
    expect(answered.filter((status) => !expected.includes(status))).toEqual([]);
    expect(answered).toContain(200);
  }, 120_000);
});
