import type { Answer, CallKey, InputOf } from 'shared-types/api';
import { authApi } from 'shared-types/auth';
import { chatApi } from 'shared-types/chat';
import type { Endpoint } from 'shared-types/endpoint';
import { ljmonitorApi } from 'shared-types/ljmonitor';

const endpoints = new Map<string, Endpoint>(
  [authApi, chatApi, ljmonitorApi]
    .flatMap((api) => Object.values<Endpoint>(api))
    .map((endpoint) => [endpoint.key, endpoint]),
);

interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

/** An answer that is not the one hoped for. */
class Refused extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(key: string, status: number, body: unknown) {
    super(`${key}: ${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

type Call = <Key extends CallKey>(key: Key, input: InputOf<Key>) => Promise<Answer<Key>>;

/** Asks a running site as its own pages do, and holds every answer against the contract. */
export function callerOf(origin: string, cookie: string): Call {
  // The contract's own schema has just parsed the answer, which is what the first signature says.
  function call<Key extends CallKey>(key: Key, input: InputOf<Key>): Promise<Answer<Key>>;
  async function call(key: string, input: AnyInput): Promise<unknown> {
    const { status, body } = await ask(origin, key, { ...input, cookie });
    if (status !== 200) throw new Refused(key, status, body);
    return endpoints.get(key)?.response.parse(body);
  }
  return call;
}

/** One request, whatever comes back. */
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
  const answer = await fetch(url, {
    method,
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const parsed: unknown = JSON.parse(text);
  return { status: answer.status, headers: answer.headers, body: parsed };
}
