import { owner } from '../support/credentials.ts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { Endpoint } from 'shared-types/contract/endpoint';
import * as z from 'zod';
import { malformedRequests, badRequestOf, isTooLong } from '../support/contract/bad-input.ts';
import { valid } from '../support/contract/arbitrary.ts';
import { apiCaller } from '../support/site/caller.ts';
import { isLookup, startCloud } from '../support/aws/cloud.ts';
import { isWrite } from '../support/aws/faults.ts';
import {
  type SampleRequest,
  sampleRequestOf,
  changing,
  foreign,
  type ForeignRequest,
  guarded,
  otherSites,
  owners,
  requestOf,
} from '../support/contract/matrices.ts';
import { ownedResourceOf } from '../support/contract/parameters.ts';
import { type RawRequest, sendRaw } from '../support/site/raw-request.ts';

const cloud = await startCloud();
afterAll(() => cloud.close());

const ourPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };

const send = ({ headers, ...request }: RawRequest, more: Record<string, string> = {}) =>
  sendRaw(cloud.origin, { ...request, headers: { ...ourPage, ...headers, ...more } });

const Texts = z.record(z.string(), z.string());
const keyed = (samples: SampleRequest[]) => samples.map((sample) => [sample.key, sample] as const);
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

  it.each(keyed(guarded(cloud.calls)))('%s refuses every request without a session', async (_, sample) => {
    cloud.takeAwsCalls();
    const badly = sample.body === undefined ? requestOf(sample) : { ...requestOf(sample), body: '{' };
    for (const [stranger, cookie] of cookies) {
      for (const request of [requestOf(sample), badly]) {
        const { status, body } = await send(request, { cookie });
        expect({ stranger, status, body }).toEqual({
          stranger,
          status: 401,
          body: { errorCode: 'unauthenticated', message: 'Please sign in.', requestId: expect.any(String) },
        });
      }
    }
    const asked = cloud.takeAwsCallsOfApi();
    expect(asked).not.toEqual([]);
    expect(asked.filter((each) => !isLookup(each))).toEqual([]);
  });
});

describe('a call for the owner', () => {
  it.each(keyed(owners(cloud.calls)))('%s refuses every other user', async (_, sample) => {
    const badly = sample.body === undefined ? requestOf(sample) : { ...requestOf(sample), body: '{' };
    for (const other of ['Ann', 'guest@home.example']) {
      const cookie = await cloud.signIn(other);
      cloud.takeAwsCalls();
      for (const request of [requestOf(sample), badly]) {
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
      expect(cloud.takeAwsCallsOfApi().filter((asked) => !isLookup(asked))).toEqual([]);
    }
    expect((await send(requestOf(sample), { cookie: await cloud.signIn(owner) })).status).not.toBe(403);
  });
});

describe('a call that may change something', () => {
  it.each(keyed(changing(cloud.calls)))('%s refuses other sites before it reads anything', async (_, sample) => {
    const cookie = await cloud.signIn('Ann');
    cloud.takeAwsCalls();
    const request = requestOf(sample);
    for (const [said, headers] of Object.entries(otherSites)) {
      const origin = headers['origin'] === 'ours' ? { origin: cloud.origin } : {};
      const sent = { ...request, headers: { ...request.headers, ...headers, ...origin, cookie } };
      const { status, body } = await sendRaw(cloud.origin, sent);
      expect({ said, status, body }).toMatchObject({ said, status: 403, body: { errorCode: 'forbidden' } });
    }
    expect(cloud.takeAwsCallsOfApi()).toEqual([]);
  });
});

describe('another user’s resource', () => {
  const cases = foreign(cloud.calls).map((sample) => [sample.call.key, sample.name, sample] as const);

  /** Returns a request for what the user owns, except for the one parameter. */
  async function requestFor(cookie: string, { call, part, name }: ForeignRequest, id: string) {
    const sample = sampleRequestOf(call);
    for (const other of ['params', 'query'] as const)
      for (const each of Object.keys(sample[other]))
        sample[other][each] =
          (await ownedResourceOf(each)?.make(apiCaller(cloud.origin, cookie))) ?? sample[other][each] ?? '';
    // The question has text alone, because the files of the sample were never uploaded.
    if (typeof sample.body === 'object' && sample.body !== null && 'files' in sample.body)
      sample.body = { ...sample.body, text: 'a question', files: [] };
    if (part === 'body') sample.body = { ...Object(sample.body), [name]: id };
    else sample[part][name] = id;
    return requestOf(sample);
  }

  it.each(cases)('%s treats one in %s like a missing one, and writes nothing', async (_key, _name, sample) => {
    const own = ownedResourceOf(sample.name);
    const [ann, bob] = [await cloud.signIn('Ann'), await cloud.signIn('Bob')];
    const bobs = (await own?.make(apiCaller(cloud.origin, bob))) ?? '';
    const [theirs, missing, his] = [
      await requestFor(ann, sample, bobs),
      await requestFor(ann, sample, own?.never ?? ''),
      await requestFor(bob, sample, bobs),
    ];
    await cloud.rest();
    cloud.takeAwsCalls();
    const [foreignAnswer, missingAnswer] = [await send(theirs, { cookie: ann }), await send(missing, { cookie: ann })];
    // The table refuses a write to an item that must exist, and the answer below says that it did.
    const writes = cloud.takeAwsCallsOfApi().filter(isWrite);
    expect(writes.filter(({ input }) => !JSON.stringify(input).includes('"attribute_exists(#pk)'))).toEqual([]);
    expect(foreignAnswer).toMatchObject({ status: 404, body: { errorCode: 'notFound' } });
    expect({ ...Object(foreignAnswer.body), requestId: '' }).toEqual({ ...Object(missingAnswer.body), requestId: '' });
    // It is there, and it still is: its owner is not told that.
    expect((await send(his, { cookie: bob })).status).not.toBe(404);
  });
});

describe('bad input', () => {
  beforeAll(() => cloud.rest());
  const issues = expect.arrayContaining([expect.objectContaining({ path: expect.any(String) })]);

  it.each(calls)('is a 400 for %s that names the error, and reaches nothing', async (_, call) => {
    const cookie = await signInFor(call, 'Ann');
    const samples = malformedRequests(call);
    expect(samples.length).toBeGreaterThan(0);
    cloud.takeAwsCalls();
    for (const sample of samples) {
      const { status, body } = await send(badRequestOf(sample), { cookie });
      const expected = isTooLong(sample)
        ? { status: 413, body: { errorCode: 'tooLarge' } }
        : { status: 400, body: { errorCode: 'invalid', issues } };
      expect({ what: sample.what, status, body }).toMatchObject({ what: sample.what, ...expected });
    }
    expect(cloud.takeAwsCallsOfApi().filter((asked) => !isLookup(asked))).toEqual([]);
  });
});

describe('input that the contract allows, however odd', () => {
  it.each(calls)('is never our fault for %s', async (key, call) => {
    const made = fc.sample(fc.tuple(valid(call.params), valid(call.query), valid(call.body)), { numRuns: 3, seed: 42 });
    const cookie = await signInFor(call, 'Odd');
    const answers = [];
    // The requests are sent one after the other: workers that go on from the test before use the account's executions,
    // too.
    for (const [params, query, body] of made) {
      const hasBody = sampleRequestOf(call).body !== undefined;
      const request = requestOf({
        key,
        params: Texts.parse(params),
        query: Texts.parse(query),
        body: hasBody ? body : undefined,
      });
      const { status, text } = await send(request, { cookie });
      answers.push({ request, status, text });
    }
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });
});
