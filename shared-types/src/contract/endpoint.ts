import * as z from 'zod';
import type { AuditKind } from '../rules/audit.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** API Gateway's spelling of a route. Every part of the product uses it as the name of a call. */
export type RouteKey = `${Method} /api/${string}`;

/**
 * A route that several calls share. A throttle of API Gateway counts the requests of one route, and CloudFormation takes at most
 * 500 resources a stack, each route among them:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
 */
export type SharedRoute = `ANY /api/${string}`;

/** Extracts the names in braces: `PathParam<'GET /api/a/{b}/c/{d}'>` is `'b' | 'd'`. */
export type PathParam<Key extends string> = Key extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParam<Rest>
  : never;

/** A call is open to everyone, to signed-in users, or to the owner of the site only. */
export type Access = 'public' | 'signedIn' | 'owner';

/** The options of a call. Without `access` it is open to signed-in users only. */
interface Shape<Key extends RouteKey> {
  access?: Exclude<Access, 'signedIn'>;
  /** The route that the call shares with others. Without it the call has a route of its own. */
  route?: SharedRoute;
  /** The route with `/known/` to which the edge leads a browser that has signed in here before. */
  knownRoute?: SharedRoute;
  /** The route reads headers, sets its own cookies, or adds to its audit event. */
  cookies?: true;
  /** The user must have signed in, or proven again to be the owner of the session, within the last minutes. */
  isSensitive?: true;
  /** The audit trail gets an event of this kind when the call is done or refused. */
  audit?: AuditKind;
  /** A POST that arrives twice has the effect of one, so the browser may send it again. GET, PUT and DELETE are always repeatable. */
  repeatable?: true;
  /** Schemas of path parameters that are stricter than a short text. */
  params?: { [Name in PathParam<Key>]?: z.ZodType<string, string> };
  /** The call also takes its body compressed with gzip, up to these sizes. Uncompressed it has the size of any other body. */
  gzip?: GzipLimits;
  query?: z.ZodObject;
  body?: z.ZodObject;
  response: z.ZodType;
}

/** Sizes in bytes. */
export interface GzipLimits {
  sent: number;
  unpacked: number;
}

type OrNothing<Schema> = Schema extends z.ZodObject ? Schema : typeof nothing;

export interface Endpoint {
  key: RouteKey;
  /** The route of API Gateway that leads to the call. */
  route: RouteKey | SharedRoute;
  knownRoute: SharedRoute | undefined;
  access: Access;
  cookies: boolean;
  audit: AuditKind | undefined;
  isSensitive: boolean;
  repeatable: boolean;
  gzip: GzipLimits | undefined;
  params: z.ZodType<Record<string, string>>;
  query: z.ZodType;
  body: z.ZodType;
  response: z.ZodType;
}

interface EndpointOf<Key extends RouteKey, Of extends Shape<Key>> extends Endpoint {
  key: Key;
  access: Of['access'] extends Access ? Of['access'] : 'signedIn';
  cookies: Of['cookies'] extends true ? true : false;
  repeatable: Key extends `POST ${string}` ? (Of['repeatable'] extends true ? true : false) : true;
  params: z.ZodType<{ [Name in PathParam<Key>]: string }>;
  query: OrNothing<Of['query']>;
  body: OrNothing<Of['body']>;
  response: Of['response'];
}

/** All calls of one domain, by the names of the function's routes. */
export type Api = Record<string, Endpoint>;

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type AnswerOf<E extends Endpoint> = z.output<E['response']>;

/** An empty object is the query or body of a call that takes none, and the answer of a call without a result. */
export const nothing = z.strictObject({});

/** The answer of a call that the browser navigates to is a redirect instead of data. */
export const redirect = z.strictObject({ location: z.string().startsWith('/') });

/** The latest time of a date in JavaScript, so that a sum with it is still stored exactly. */
const maxTimeMs = 8_640_000_000_000_000;

/** Times on the wire are milliseconds since the epoch. */
export const TimeMs = z.int().nonnegative().max(maxTimeMs);

/** The milliseconds since something happened. */
export const AgeMs = z.int().nonnegative().max(maxTimeMs);

/** The version that a change is made to. The next one is stored exactly, too. */
export const Version = z
  .int()
  .nonnegative()
  .max(Number.MAX_SAFE_INTEGER - 1);

/** A month has the form '2026-11'. */
export const Month = z.string().regex(/^\d{4}-\d\d$/);

/** Parses a time from a query string. */
export const QueryTimeMs = z
  .string()
  .regex(/^\d{1,15}$/, 'must be milliseconds since the epoch')
  .transform(Number);

/** Parses a duration from a query string. */
export const queryDurationMs = (max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'must be milliseconds')
    .transform(Number)
    .refine((ms) => ms <= max, `must be at most ${max} milliseconds`);

const shortText = z.string().min(1).max(200);

/** Describes one call. The names of its path parameters come from its key. */
export function endpoint<const Key extends RouteKey, const Of extends Shape<Key>>(
  key: Key,
  shape: Of,
): EndpointOf<Key, Of>;
export function endpoint(
  key: RouteKey,
  {
    access,
    route,
    knownRoute,
    cookies,
    audit,
    isSensitive,
    repeatable,
    gzip,
    params,
    query,
    body,
    response,
  }: Shape<RouteKey>,
): Endpoint {
  const rules: Record<string, z.ZodType<string, string>> = params ?? {};
  const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return {
    key,
    route: route ?? key,
    knownRoute,
    access: access ?? 'signedIn',
    cookies: cookies ?? false,
    audit,
    isSensitive: isSensitive ?? false,
    repeatable: repeatable ?? !key.startsWith('POST '),
    gzip,
    params: z.strictObject(Object.fromEntries(names.map((name) => [name, rules[name] ?? shortText]))),
    query: query ?? nothing,
    body: body ?? nothing,
    response,
  };
}

/** A form that allows one upload to a bucket: its fields, followed by the file, are posted to the address. */
export const PresignedPost = z.object({ url: z.url(), fields: z.record(z.string(), z.string()) });
export type PresignedPost = z.infer<typeof PresignedPost>;
