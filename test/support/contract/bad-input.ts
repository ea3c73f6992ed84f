import type { Endpoint } from 'shared-types/contract/endpoint';
import * as z from 'zod';
import { sampleRequestOf, type SampleRequest, methodOf, namesOf, requestOf } from './matrices.ts';
import type { RawRequest } from '../site/raw-request.ts';

/** A malformed request and its description. `body` is the raw text. */
export interface MalformedRequest extends SampleRequest {
  what: string;
  /** The raw query, for queries that a list of names and values cannot express. */
  rawQuery?: string;
}

const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const huge = 'x'.repeat(200_000);

/** JSON texts, because some of them are no JavaScript values. */
const wrongValues = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e309',
  '99999999999999999999',
  'NaN',
  'undefined',
  '""',
  '" "',
  JSON.stringify(huge),
  '"\\ud800"',
  '[]',
  '[null]',
  '[[]]',
  '{}',
  '{"__proto__":{"admin":true}}',
  deep,
];

const wrongBodies = ['null', 'true', '1', '"text"', '[]', '{', 'NaN', '{"a":1,}', '{} {}', '\u0000', deep];

const wrongTexts = [
  '-1',
  'NaN',
  '1e9',
  ' ',
  '__proto__',
  '\u0000',
  '\ufffd',
  '中文',
  'x'.repeat(3000),
  "' OR 1=1",
  '../..',
];

/** Returns every malformed request that can be derived from the contract. */
export const malformedRequests = (call: Endpoint): MalformedRequest[] =>
  [...badParams(call), ...badQueries(call), ...badBodies(call)].filter((sample) => !isAccepted(sample));

function badParams(call: Endpoint): MalformedRequest[] {
  const good = sampleRequestOf(call);
  return namesOf(call)
    .filter(({ part }) => part === 'params')
    .flatMap(({ name }) =>
      wrongTexts.map((text) => ({
        ...good,
        what: `path ${name} = ${shown(text)}`,
        params: { ...good.params, [name]: text },
      })),
    );
}

function badQueries(call: Endpoint): MalformedRequest[] {
  const good = sampleRequestOf(call);
  const required = new URLSearchParams(good.query).toString();
  const raw = (what: string, more: string) => ({ ...good, what, rawQuery: [required, more].filter(Boolean).join('&') });
  const names = namesOf(call).filter(({ part }) => part === 'query');
  // Google may add any parameters to its redirect.
  const takesAny = call.query.safeParse({ ...good.query, unknown: '1' }).success;
  return [
    ...(takesAny ? [] : ['unknown', '__proto__', 'constructor']).map((name) =>
      raw(`the parameter ${name}`, `${name}=1`),
    ),
    ...names.flatMap(({ name }) => [
      { ...good, what: `query without ${name}`, query: without(good.query, name) },
      { ...good, what: `query ${name} twice`, rawQuery: `${name}=1&${name}=1` },
      ...wrongTexts.map((text) => ({
        ...good,
        what: `query ${name} = ${shown(text)}`,
        query: { ...good.query, [name]: text },
      })),
    ]),
  ];
}

/** Names and values are JSON texts. */
const bodyOf = (pairs: readonly (readonly [string, string])[]) => `{${pairs.map((pair) => pair.join(':')).join(',')}}`;

function badBodies(call: Endpoint): MalformedRequest[] {
  if (methodOf(call) === 'GET') return [];
  const good = sampleRequestOf(call);
  const fields = Object.entries(z.record(z.string(), z.unknown()).parse(good.body)).map(
    ([name, value]) => [JSON.stringify(name), JSON.stringify(value)] as const,
  );
  const body = (what: string, text: string) => ({ ...good, what: `body ${what}`, body: text });
  return [
    ...wrongBodies.map((text) => body(shown(text), text)),
    body('over 256 KB', `${bodyOf(fields)}${' '.repeat(256 * 1024)}`),
    ...['"unknown"', '"__proto__"', '"constructor"'].map((name) =>
      body(`with ${name}`, bodyOf([...fields, [name, '{}']])),
    ),
    ...fields.flatMap(([name]) => {
      const others = fields.filter(([each]) => each !== name);
      return [
        body(`without ${shown(name)}`, bodyOf(others)),
        ...wrongValues.map((value) => body(`with ${shown(name)}: ${shown(value)}`, bodyOf([...others, [name, value]]))),
      ];
    }),
  ];
}

/** The contract is the oracle: input that its schemas accept is valid, however odd it looks. */
function isAccepted({ call, params, query, rawQuery, body }: MalformedRequest): boolean {
  if (!call.params.safeParse(params).success || rawQuery !== undefined) return false;
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
  if (!call.query.safeParse(given).success) return false;
  if (typeof body !== 'string') return true;
  if (isTooLong({ body })) return false;
  try {
    return call.body.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}

export const isTooLong = ({ body }: Pick<SampleRequest, 'body'>) =>
  typeof body === 'string' && body.length > 256 * 1024;

/** Formats the raw request. */
export function badRequestOf(sample: MalformedRequest): RawRequest {
  const request = requestOf(sample);
  const [path = ''] = request.path.split('?');
  return sample.rawQuery === undefined ? request : { ...request, path: `${path}?${sample.rawQuery}` };
}

function without(values: Record<string, string>, name: string) {
  const { [name]: _left, ...rest } = values;
  return rest;
}

const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 20)}… (${text.length})` : escaped(text));
const escaped = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"');
