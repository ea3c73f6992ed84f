import type { Endpoint } from 'shared-types/contract/endpoint';
import * as z from 'zod';
import { fieldsOf, isRequired, sample } from './arbitrary.ts';
import { ownedResourceOf } from './parameters.ts';
import type { RawRequest } from '../site/raw-request.ts';

/** A well-formed request for a call of the contract. */
export interface SampleRequest {
  key: string;
  call: Endpoint;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

const Texts = z.record(z.string(), z.string());

/** Returns well-formed values for all required parameters of a call. */
export const sampleRequestOf = (call: Endpoint): SampleRequest => ({
  key: call.key,
  call,
  params: Texts.parse(sample(call.params)),
  query: requiredOf(call.query),
  body: methodOf(call) === 'GET' ? undefined : sample(call.body),
});

export const methodOf = ({ key }: Pick<Endpoint, 'key'>) => key.slice(0, key.indexOf(' '));

/** Returns only the required parameters of a query. */
function requiredOf(query: z.ZodType): Record<string, string> {
  const all = Texts.parse(sample(query));
  const required = fieldsOf(query).filter(([, field]) => isRequired(field));
  return Object.fromEntries(required.map(([name]) => [name, all[name] ?? '']));
}

/** Formats the raw request. */
export function requestOf({ key, params, query, body }: Omit<SampleRequest, 'call'>): RawRequest {
  const [method = '', path = ''] = key.split(' ');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const asked = new URLSearchParams(query).toString();
  return {
    method,
    path: asked === '' ? filled : `${filled}?${asked}`,
    ...(body === undefined
      ? {}
      : {
          headers: { 'content-type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
  };
}

/** Returns the calls for signed-in users or for the owner. */
export const guarded = (calls: readonly Endpoint[]) =>
  calls.filter(({ access }) => access !== 'public').map(sampleRequestOf);

/** Returns the calls for the owner only. */
export const owners = (calls: readonly Endpoint[]) =>
  calls.filter(({ access }) => access === 'owner').map(sampleRequestOf);

/** Returns the calls that may change something and so need protection against CSRF. */
export const changing = (calls: readonly Endpoint[]) =>
  calls.filter((call) => methodOf(call) !== 'GET').map(sampleRequestOf);

/** The headers that a browser sends with a cross-site request. */
export const otherSites: Record<string, Record<string, string>> = {
  'cross-site': { 'sec-fetch-site': 'cross-site' },
  'cross-site with our origin': { 'sec-fetch-site': 'cross-site', origin: 'ours' },
  'same-site': { 'sec-fetch-site': 'same-site', origin: 'ours' },
  'none, our origin': { 'sec-fetch-site': 'none', origin: 'ours' },
  'none, a foreign origin': { 'sec-fetch-site': 'none', origin: 'https://evil.example' },
  'none, a null origin': { 'sec-fetch-site': 'none', origin: 'null' },
  'none, no origin': { 'sec-fetch-site': 'none' },
  'a word that no browser says': { 'sec-fetch-site': 'same-origin, cross-site' },
  'nothing, a foreign origin': { origin: 'https://evil.example' },
  'nothing, a null origin': { origin: 'null' },
  'nothing at all': {},
};

export type Part = 'params' | 'query' | 'body';

/** A call with a parameter that names a resource of a user. */
export interface ForeignRequest {
  call: Endpoint;
  part: Part;
  name: string;
}

/** Calls for the owner are refused before the server looks at the resource. */
export const foreign = (calls: readonly Endpoint[]): ForeignRequest[] =>
  calls
    .filter(({ access }) => access !== 'owner')
    .flatMap((call) =>
      namesOf(call)
        .filter(({ name }) => ownedResourceOf(name))
        .map(({ part, name }) => ({ call, part, name })),
    );

export const namesOf = (call: Endpoint): { part: Part; name: string }[] => [
  ...fieldsOf(call.params).map(([name]) => ({ part: 'params' as const, name })),
  ...fieldsOf(call.query).map(([name]) => ({ part: 'query' as const, name })),
  ...fieldsOf(call.body).map(([name]) => ({ part: 'body' as const, name })),
];
