import { createContext, Script } from 'node:vm';
import * as z from 'zod';
import type { Header, HttpRequest } from '../../http/http-message.ts';

const Values = z.record(
  z.string(),
  z.object({ value: z.string(), multiValue: z.array(z.object({ value: z.string() })).optional() }),
);
type Values = z.infer<typeof Values>;

const ResultingRequest = z.object({
  method: z.string(),
  uri: z.string(),
  querystring: z.unknown(),
  headers: Values,
  cookies: z.unknown(),
});
const ResultingAnswer = z.object({
  statusCode: z.int(),
  statusDescription: z.string().optional(),
  headers: Values.default({}),
  cookies: Values.default({}),
  body: z.union([z.string(), z.object({ data: z.string(), encoding: z.string() })]).default(''),
});

export type EdgeOutcome = { request: HttpRequest } | { answer: z.infer<typeof ResultingAnswer> };

interface EdgeFunction {
  name: string;
  code: string;
}

/** Runs the deployed code of a CloudFront Function in a context without any API. */
export function viewerRequestFunction({ name, code }: EdgeFunction, distribution: { id: string; domainName: string }) {
  const context = createContext({ event: '' }, { codeGeneration: { strings: false, wasm: false } });
  new Script(code, { filename: name }).runInContext(context);
  // The event is parsed inside the context, so that the function sees no object of this realm.
  const call = new Script('Promise.resolve(handler(JSON.parse(event))).then(JSON.stringify)', { filename: name });

  return async (request: HttpRequest, requestId: string): Promise<EdgeOutcome> => {
    const query = queryOf(request.query);
    const cookies = cookiesOf(request.headers);
    context['event'] = JSON.stringify({
      version: '1.0',
      context: {
        distributionDomainName: distribution.domainName,
        distributionId: distribution.id,
        eventType: 'viewer-request',
        requestId,
      },
      viewer: { ip: request.sourceIp },
      request: {
        method: request.method,
        uri: request.path,
        querystring: query,
        headers: valuesOf(request.headers.filter(([header]) => header !== 'cookie')),
        cookies,
      },
    });
    // The timeout only ends endless loops. It is long, because a busy machine must not fail here.
    const text: unknown = await call.runInContext(context, { timeout: 5000 });
    const result: unknown = JSON.parse(String(text));
    if (typeof result === 'object' && result !== null && 'statusCode' in result)
      return { answer: ResultingAnswer.parse(result) };
    const after = ResultingRequest.parse(result);
    if (after.method !== request.method) throw new Error(`${name} changed the method`);
    refuseForbidden(name, request.headers, after.headers);
    // An unchanged part of the request goes on exactly as it was sent.
    const sentCookies = request.headers.filter(([header]) => header === 'cookie');
    return {
      request: {
        ...request,
        path: after.uri,
        query: same(after.querystring, query) ? request.query : textOf(Values.parse(after.querystring), '&'),
        headers: [
          ...headersOf(after.headers),
          ...(same(after.cookies, cookies) ? sentCookies : cookieHeader(Values.parse(after.cookies))),
        ],
      },
    };
  };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** CloudFront refuses the result of a function that changes these. */
const readOnly = ['host', 'content-length', 'transfer-encoding', 'via'];

function refuseForbidden(name: string, before: readonly Header[], after: Values) {
  const had = valuesOf(before);
  for (const header of readOnly) {
    if (had[header]?.value !== after[header]?.value) throw new Error(`${name} changed the read-only header ${header}`);
  }
  for (const header of Object.keys(after)) {
    if (header !== header.toLowerCase()) throw new Error(`${name} set ${header}: header names are in lower case there`);
    if (/^(x-edge-|x-amz-cf-|x-amzn-)/.test(header) && !had[header])
      throw new Error(`${name} set ${header}, which is not allowed`);
  }
}

function valuesOf(headers: readonly Header[]): Values {
  const values = new Map<string, string[]>();
  for (const [name, value] of headers) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries(
    [...values].map(([name, [value = '', ...more]]) => [
      name,
      more.length === 0 ? { value } : { value, multiValue: [value, ...more].map((each) => ({ value: each })) },
    ]),
  );
}

/** Returns one header for each value, in order. */
export const headersOf = (values: Values) =>
  Object.entries(values).flatMap(([name, { value, multiValue }]) =>
    (multiValue ?? [{ value }]).map((each): Header => [name, each.value]),
  );

/** CloudFront does not decode names and values for a function. */
const queryOf = (query: string) =>
  valuesOf(
    query
      .split('&')
      .filter((part) => part !== '')
      .map((part): Header => {
        const [name = '', ...value] = part.split('=');
        return [name, value.join('=')];
      }),
  );

const cookiesOf = (headers: readonly Header[]) =>
  valuesOf(
    headers
      .filter(([name]) => name === 'cookie')
      .flatMap(([, value]) => value.split(/;\s*/))
      .filter((cookie) => cookie !== '')
      .map((cookie): Header => {
        const [name = '', ...value] = cookie.split('=');
        return [name, value.join('=')];
      }),
  );

const textOf = (values: Values, separator: string) =>
  headersOf(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(separator);

const cookieHeader = (cookies: Values): Header[] =>
  Object.keys(cookies).length === 0 ? [] : [['cookie', textOf(cookies, '; ')]];
