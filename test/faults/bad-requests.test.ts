import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import * as fc from 'fast-check';
import type { Endpoint } from 'shared-types/contract/endpoint';
import * as z from 'zod';
import { badAskings, badRequestOf, isTooLong } from '../support/contract/bad-input.ts';
import { valid } from '../support/contract/arbitrary.ts';
import { apiCaller } from '../support/site/caller.ts';
import { isLookup, owner, startCloud } from '../support/aws/cloud.ts';
import { isWrite } from '../support/aws/faults.ts';
import {
  type Asking,
  askingOf,
  changing,
  foreign,
  type ForeignAsking,
  guarded,
  otherSites,
  owners,
  requestOf,
} from '../support/contract/matrices.ts';
import { ownOf } from '../support/contract/parameters.ts';
import { type RawRequest, sendRaw } from '../support/site/raw-request.ts';

jest.setTimeout(60_000);

const cloud = await startCloud();
afterAll(() => cloud.close());

const ourPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };

const send = ({ headers, ...request }: RawRequest, more: Record<string, string> = {}) =>
  sendRaw(cloud.origin, { ...request, headers: { ...ourPage, ...headers, ...more } });

const Texts = z.record(z.string(), z.string());
const keyed = (askings: Asking[]) => askings.map((asking) => [asking.key, asking] as const);
const calls = cloud.calls.map((call) => [call.key, call] as const);
/** Signs in a user that may use the call. */
const signInFor = ({ access }: Pick<Endpoint, 'access'>, name: string) =>
  cloud.signIn(access === 'owner' ? owner : name);

describe('a call for people who are signed in', () => {
  const cookies = new Map<string, string>([
    ['no cookie', ''],
    ['a cookie of another name', `sid=${'A'.repeat(43)}`],
    ['garbage', '__Host-sid=%00;__Host-sid="'],
    ['a token that was never given out', `__Host-sid=${'A'.repeat(43)}`],
  ]);

  beforeAll(async () => {
    const revoked = await cloud.signIn('Eve');
    const leaving = { ...ourPage, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', cookie: revoked };
    await send({ method: 'GET', path: '/api/auth/logout' }, leaving);
    cookies.set('a session that was ended', revoked);
    cookies.set('a session that is over', await cloud.signIn('Eve'));
    await cloud.control('/clock', { advanceMs: 3_600_000 });
  });

  it.each(keyed(guarded(cloud.calls)))('%s answers no stranger, whatever is asked', async (_, asking) => {
    cloud.takeAsked();
    const badly = asking.body === undefined ? requestOf(asking) : { ...requestOf(asking), body: '{' };
    for (const [stranger, cookie] of cookies) {
      for (const request of [requestOf(asking), badly]) {
        const { status, body } = await send(request, { cookie });
        expect({ stranger, status, body }).toEqual({
          stranger,
          status: 401,
          body: { errorCode: 'unauthenticated', message: 'Please sign in.', requestId: expect.any(String) },
        });
      }
    }
    const asked = cloud.takeAskedByCalls();
    expect(asked).not.toEqual([]);
    expect(asked.filter((each) => !isLookup(each))).toEqual([]);
  });
});

describe('a call for the owner', () => {
  it.each(keyed(owners(cloud.calls)))('%s answers nobody else, whatever is asked', async (_, asking) => {
    const badly = asking.body === undefined ? requestOf(asking) : { ...requestOf(asking), body: '{' };
    for (const other of ['Ann', 'guest@home.example']) {
      const cookie = await cloud.signIn(other);
      cloud.takeAsked();
      for (const request of [requestOf(asking), badly]) {
        const { status, body } = await send(request, { cookie });
        expect({ other, status, body }).toEqual({
          other,
          status: 403,
          body: {
            errorCode: 'forbidden',
            message: 'Only the owner of the site can do this.',
            requestId: expect.any(String),
          },
        });
      }
      expect(cloud.takeAskedByCalls().filter((asked) => !isLookup(asked))).toEqual([]);
    }
    expect((await send(requestOf(asking), { cookie: await cloud.signIn(owner) })).status).not.toBe(403);
  });
});

describe('a call that may change something', () => {
  it.each(keyed(changing(cloud.calls)))('%s is refused to other sites before anything is read', async (_, asking) => {
    const cookie = await cloud.signIn('Ann');
    cloud.takeAsked();
    const request = requestOf(asking);
    for (const [said, headers] of Object.entries(otherSites)) {
      const origin = headers['origin'] === 'ours' ? { origin: cloud.origin } : {};
      const sent = { ...request, headers: { ...request.headers, ...headers, ...origin, cookie } };
      const { status, body } = await sendRaw(cloud.origin, sent);
      expect({ said, status, body }).toMatchObject({ said, status: 403, body: { errorCode: 'forbidden' } });
    }
    expect(cloud.takeAskedByCalls()).toEqual([]);
  });
});

describe('another person’s thing', () => {
  const cases = foreign(cloud.calls).map((asking) => [asking.call.key, asking.name, asking] as const);

  /** Everything of the asker's own, but for the one parameter. */
  async function requestFor(cookie: string, { call, part, name }: ForeignAsking, id: string) {
    const asking = askingOf(call);
    for (const other of ['params', 'query'] as const)
      for (const each of Object.keys(asking[other]))
        asking[other][each] = (await ownOf(each)?.make(apiCaller(cloud.origin, cookie))) ?? asking[other][each] ?? '';
    if (part === 'body') asking.body = { ...Object(asking.body), [name]: id };
    else asking[part][name] = id;
    return requestOf(asking);
  }

  it.each(cases)(
    '%s takes one by its %s for a thing that never existed, and writes nothing',
    async (_key, _name, asking) => {
      const own = ownOf(asking.name);
      const [ann, bob] = [await cloud.signIn('Ann'), await cloud.signIn('Bob')];
      const bobs = (await own?.make(apiCaller(cloud.origin, bob))) ?? '';
      const [theirs, nobodys, his] = [
        await requestFor(ann, asking, bobs),
        await requestFor(ann, asking, own?.never ?? ''),
        await requestFor(bob, asking, bobs),
      ];
      await cloud.rest();
      cloud.takeAsked();
      const [foreigns, nothings] = [await send(theirs, { cookie: ann }), await send(nobodys, { cookie: ann })];
      expect(cloud.takeAskedByCalls().filter(isWrite)).toEqual([]);
      expect(foreigns).toMatchObject({ status: 404, body: { errorCode: 'notFound' } });
      expect({ ...Object(foreigns.body), requestId: '' }).toEqual({ ...Object(nothings.body), requestId: '' });
      // It is there, and it still is: its owner is not told that.
      expect((await send(his, { cookie: bob })).status).not.toBe(404);
    },
  );
});

describe('bad input', () => {
  beforeAll(() => cloud.rest());
  const issues = expect.arrayContaining([expect.objectContaining({ path: expect.any(String) })]);

  it.each(calls)('is a 400 for %s that names the error, and reaches nothing', async (_, call) => {
    const cookie = await signInFor(call, 'Ann');
    const askings = badAskings(call);
    expect(askings.length).toBeGreaterThan(0);
    cloud.takeAsked();
    for (const asking of askings) {
      const { status, body } = await send(badRequestOf(asking), { cookie });
      const expected = isTooLong(asking)
        ? { status: 413, body: { errorCode: 'tooLarge' } }
        : { status: 400, body: { errorCode: 'invalid', issues } };
      expect({ what: asking.what, status, body }).toMatchObject({ what: asking.what, ...expected });
    }
    expect(cloud.takeAskedByCalls().filter((asked) => !isLookup(asked))).toEqual([]);
  });
});

describe('input that the contract allows, however odd', () => {
  it.each(calls)('is never our fault for %s', async (key, call) => {
    const made = fc.sample(fc.tuple(valid(call.params), valid(call.query), valid(call.body)), { numRuns: 6, seed: 42 });
    const answers = await Promise.all(
      made.map(async ([params, query, body]) => {
        const hasBody = askingOf(call).body !== undefined;
        const request = requestOf({
          key,
          params: Texts.parse(params),
          query: Texts.parse(query),
          body: hasBody ? body : undefined,
        });
        const { status, text } = await send(request, { cookie: await signInFor(call, 'Odd') });
        return { request, status, text };
      }),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });
});
