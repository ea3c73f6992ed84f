import type { Answer, CallKey, InputOf } from 'shared-types/contract/api';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { everyCall } from '../contract/contract.ts';
import { sendRaw } from './raw-request.ts';

const endpoints = new Map<string, (typeof everyCall)[number]>(everyCall.map((endpoint) => [endpoint.key, endpoint]));

const AnyInput = z.object({
  params: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()), z.undefined()])).optional(),
  body: z.unknown().optional(),
});
type AnyInput = z.infer<typeof AnyInput>;

/** A call that did not answer 200. */
class FailedCall extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(key: string, status: number, body: unknown) {
    super(`${key}: ${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

export type Call = <Key extends CallKey>(key: Key, input: InputOf<Key>) => Promise<Answer<Key>>;

/**
 * Calls a running site as its own pages do, and checks every answer against the contract. With `asksAgain` it also repeats a
 * call that the gateway refuses because ten functions run, as a page does with a read and its user with an act.
 */
export function apiCaller(origin: string, cookie: string, { asksAgain = false } = {}): Call {
  // The first signature is true because the contract's own schema has just parsed the answer.
  function call<Key extends CallKey>(key: Key, input: InputOf<Key>): Promise<Answer<Key>>;
  async function call(key: string, input: unknown): Promise<unknown> {
    for (let triesLeft = asksAgain ? 30 : 0; ; triesLeft--) {
      const { status, body } = await ask(origin, key, { ...AnyInput.parse(input), cookie });
      if (status === 200) return endpoints.get(key)?.response.parse(body);
      if (triesLeft === 0 || !isOfGateway(status, body)) throw new FailedCall(key, status, body);
      await wait(200);
    }
  }
  return call;
}

/** The errors of the site's functions have a code. */
const isOfGateway = (status: number, body: unknown) =>
  status >= 500 && !(typeof body === 'object' && body !== null && 'errorCode' in body);

/** Sends one request and returns any answer. */
export async function ask(
  origin: string,
  key: string,
  { params = {}, query = {}, body, cookie = '' }: AnyInput & { cookie?: string },
) {
  const [method = '', path = ''] = key.split(' ');
  const url = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    origin,
  );
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  const { status, body: parsed } = await sendRaw(origin, {
    method,
    path: url.pathname + url.search,
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status, body: parsed };
}
