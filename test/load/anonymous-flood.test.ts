import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { stepBuckets } from 'infra/sign-in-rates';
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

/** Lets 40 visitors of one network ask without a pause until `work` has ended. It gets the numbers of requests so far. */
async function flood(work: (soFar: () => { admitted: number; refused: number }) => Promise<void>) {
  const over = new AbortController();
  const startedAt = performance.now();
  let [admitted, refused] = [0, 0];
  const statuses = new Set<number>();
  const visitors = Array.from({ length: 40 }, async (_, visitor) => {
    while (!over.signal.aborted) {
      const { status, text } = await sendRaw(cloud.origin, stepOf(visitor));
      statuses.add(status);
      if (text === '{"message":"Too Many Requests"}') refused += 1;
      else if (status < 500) admitted += 1;
      await wait(5);
    }
  });
  await work(() => ({ admitted, refused }));
  over.abort();
  await Promise.all(visitors);
  return { admitted, refused, statuses, seconds: (performance.now() - startedAt) / 1000 };
}

/**
 * The gateway refuses calls when as many functions are at work as run at once: at the beginning of a flood, whose first
 * requests each start an instance.
 */
const overloaded = 500;

describe('a flood of forty anonymous visitors of one network', () => {
  it('has as many steps worked on as its bucket admits', async () => {
    const { admitted, refused, statuses, seconds } = await flood(async (soFar) => {
      while (soFar().refused <= refusalsOfFlood || soFar().admitted === 0) await wait(50);
    });
    const { burst, rate } = stepBuckets.source;
    expect(admitted).toBeLessThanOrEqual(burst + rate * seconds);
    expect(refused).toBeGreaterThan(refusalsOfFlood);
    const expected = [200, 400, 429, overloaded];
    expect([...statuses].filter((status) => !expected.includes(status))).toEqual([]);
  });

  it('refuses no call of signed-in people for longer than the browser repeats it', async () => {
    const cookie = await cloud.signIn('Ann');
    const calls = ['/api/auth/session', '/api/ljmonitor/resblock', '/api/chat/session/list'];
    const answered: number[] = [];
    await flood(async () => {
      const people = calls.map(async (path) => {
        const headers = { cookie, 'sec-fetch-site': 'same-origin' };
        const ask = async () => (await sendRaw(cloud.origin, { method: 'GET', path, headers })).status;
        for (let time = 0; time < 20; time += 1) {
          let status = await ask();
          for (const pauseMs of [300, 900, 2500]) {
            if (status !== overloaded) break;
            await wait(pauseMs);
            status = await ask();
          }
          answered.push(status);
        }
      });
      await Promise.all(people);
    });
    expect(answered.filter((status) => status !== 200)).toEqual([]);
    expect(answered).toHaveLength(60);
  }, 120_000);
});

describe('a stranger with 30 requests in a second', () => {
  it('leaves all of fifteen steps of a sign-in to another network', async () => {
    const over = new AbortController();
    const asked: Promise<unknown>[] = [];
    const timer = setInterval(() => {
      asked.push(sendRaw(cloud.origin, { ...post('sign_in', { password: 'Wrong-one-1' }), from: '127.0.0.66' }));
    }, 33);
    over.signal.addEventListener('abort', () => clearInterval(timer));
    const statuses: number[] = [];
    for (let time = 0; time < 50 && statuses.length < 15; time += 1) {
      await wait(1200);
      const sent = { ...post('sign_up_confirm', { confirmationCode: '123456' }), from: '127.0.0.7' };
      const { status } = await sendRaw(cloud.origin, sent);
      // The instances of the flood start, which takes a busy machine seconds.
      if (status !== overloaded) statuses.push(status);
    }
    over.abort();
    await Promise.all(asked);
    expect(statuses).toEqual(Array.from({ length: 15 }, () => 400));
  }, 120_000);
});
