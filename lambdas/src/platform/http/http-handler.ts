import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import {
  type AnswerOf,
  type Api,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  redirect,
} from 'shared-types/contract/endpoint';
import type * as z from 'zod';
import { type ErrorCode, statusOf } from 'shared-types/contract/errors';
import { AppError } from '../app-error.ts';
import { auditEventOf, type AuditedCall, type AuditNote } from '../audit/audit-event.ts';
import type { RecordEvent } from '../audit/audit-trail.ts';
import { refuseCrossSite } from './csrf.ts';
import { parseBody, cookieOf, parseQuery, parseInput } from './http-request.ts';
import { requireRecentAuthentication } from './recent-authentication.ts';
import { requireOriginSecret } from './origin-secret.ts';
import { log, withLogFields } from '../log.ts';
import { type RequestHeaders, Reply } from './reply.ts';
import { sessionCookie, type Sessions, type User } from './session.ts';

/** The input of a route, already checked. A public call has no user. */
type RouteInput<E extends Endpoint> = CheckedInput<E> &
  (E['cookies'] extends true ? { request: RequestHeaders } : unknown);

interface CheckedInput<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  user: E['access'] extends 'public' ? undefined : User;
}

type RouteResult<E extends Endpoint> = AnswerOf<E> | (E['cookies'] extends true ? Reply<AnswerOf<E>> : never);
type Route<E extends Endpoint> = (input: RouteInput<E>) => Promise<RouteResult<E>>;

/** One function for every call of an API. A missing one does not compile. */
export type Routes<A extends Api> = { [Name in keyof A]: Route<A[Name]> };

interface HttpPorts {
  sessions: Sessions;
  originVerify: string;
  now: () => Date;
  /** Without it, calls for the owner are forbidden for every user. */
  isOwner?: (user: User) => Promise<boolean>;
  /** Says whether a public call with valid input is worked on now. Without it, all are. */
  admits?: (call: Endpoint, request: RequestHeaders) => Promise<boolean>;
  /** Takes note of each call of a user with valid input, before it is answered. */
  noteCall?: (user: User, call: Endpoint) => Promise<void>;
  /** Undefined for a function that may not write to the audit trail. */
  audit: RecordEvent | undefined;
}

/** The parts of a call's audit event, filled in while the call is answered. */
type Trail = Pick<AuditedCall, 'isFromEdge' | 'params' | 'user' | 'note'>;

/** Serves an API: finds the call, authenticates the user, checks the input, runs the route and checks the answer. */
export function httpHandler<A extends Api>(api: A, routes: Routes<A>, ports: HttpPorts) {
  const calls = new Map<string, Call>();
  for (const name in api) {
    const call = callOf(api[name], routes[name]);
    calls.set(call.endpoint.key, call);
  }

  return async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    const { requestId } = event.requestContext;
    const started = performance.now();
    const call = findCall(calls, event);
    const trail: Trail = { isFromEdge: false, params: {}, user: undefined, note: {} };
    const answer = await withLogFields({ requestId }, async () => {
      const answered = await answerRequest(event, call, ports, trail).catch((error: unknown) =>
        errorAnswer(error, requestId),
      );
      const { errorCode } = answered;
      const audited = auditEventOf({ event, endpoint: call?.endpoint, errorCode, ...trail }, ports.now());
      if (audited) await ports.audit?.(audited);
      return answered;
    });
    const errorCode = answer.errorCode ?? trail.note.code;
    log('info', 'request', {
      requestId,
      route: call?.endpoint.key ?? event.routeKey,
      status: answer.status,
      ...(errorCode && { errorCode }),
      ...(trail.user !== undefined && { userId: trail.user }),
      ms: Math.round(performance.now() - started),
    });
    return {
      statusCode: answer.status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-request-id': requestId,
        ...answer.headers,
      },
      ...(answer.cookies && answer.cookies.length > 0 ? { cookies: [...answer.cookies] } : {}),
      // A route that names another type has the text itself as its answer.
      body: answer.headers?.['content-type'] === undefined ? JSON.stringify(answer.body) : String(answer.body),
    };
  };
}

/**
 * Finds the call of a route. A route that calls share tells them apart by the method, and by the path where theirs differ,
 * which API Gateway has decoded; the same path by another route has not passed the throttle of the shared one, and leads nowhere.
 * The edge has put the `known` into the path of a known browser's call.
 */
function findCall(calls: ReadonlyMap<string, Call>, event: APIGatewayProxyEventV2): Call | undefined {
  const { method } = event.requestContext.http;
  const path = event.routeKey.includes('/known/') ? event.rawPath.replace('/known/', '/') : event.rawPath;
  const call = calls.get(`${method} ${pathOf(event.routeKey)}`) ?? calls.get(`${method} ${path}`);
  return call && [call.endpoint.route, call.endpoint.knownRoute].some((route) => route === event.routeKey)
    ? call
    : undefined;
}

/** Returns the path of a key such as `GET /api/thing/{id}`. */
const pathOf = (key: string) => key.slice(key.indexOf(' ') + 1);

interface HttpAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  cookies?: readonly string[];
  errorCode?: ErrorCode;
}

interface Call {
  endpoint: Endpoint;
  run(
    event: APIGatewayProxyEventV2,
    user: User | undefined,
    trail: Trail,
    admits?: HttpPorts['admits'],
  ): Promise<HttpAnswer>;
}

/** Hides an endpoint's type parameters, so that all calls fit into one map. */
function callOf<E extends Endpoint>(endpoint: E, route: Route<E>): Call {
  return {
    endpoint,
    async run(event, user, trail, admits) {
      const input = inputOf(endpoint, event, user, trail);
      if (admits && !(await admits(endpoint, requestOf(event, trail)))) {
        // As with a throttle, no trace is left, which a flood would have us write for each request.
        trail.note.isNothing = true;
        return throttled;
      }
      const result = await route(input);
      const { answer, cookies, headers } = result instanceof Reply ? result : new Reply(result, []);
      const body = parseAnswer(endpoint.response, answer);
      if (endpoint.response !== redirect) return { status: 200, body, cookies, headers };
      return { status: 302, body: {}, cookies, headers: { ...headers, ...redirect.parse(body) } };
    },
  };
}

/** A list is answered without the items that break the contract, because one bad item must not hide the others. */
function parseAnswer<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(answer);
  if (success) return data;
  if (!Array.isArray(answer)) throw error;
  const isReadable = answer.map((item) => schema.safeParse([item]).success);
  log('warn', 'items left out of a list', {
    count: isReadable.filter((is) => !is).length,
    reason: error.issues.map(({ path }) => path.join('.')).join(),
  });
  return schema.parse(answer.filter((_, index) => isReadable[index]));
}

// The first signature states what the compiler cannot follow through a type parameter: each value has passed its schema,
// and `user` is defined exactly when the call is not public.
function inputOf<E extends Endpoint>(
  endpoint: E,
  event: APIGatewayProxyEventV2,
  user: User | undefined,
  trail: Trail,
): RouteInput<E>;
function inputOf(endpoint: Endpoint, event: APIGatewayProxyEventV2, user: User | undefined, trail: Trail): object {
  trail.params = parseInput(
    'path',
    endpoint.params,
    // A shared route whose path is not the call's has parts of the call's own path as its parameters.
    pathOf(event.routeKey) === pathOf(endpoint.key) ? (event.pathParameters ?? {}) : {},
  );
  return {
    params: trail.params,
    query: parseInput('query', endpoint.query, parseQuery(event)),
    body: parseInput('body', endpoint.body, parseBody(event, endpoint)),
    user,
    request: requestOf(event, trail),
  };
}

const requestOf = (event: APIGatewayProxyEventV2, trail: Trail): RequestHeaders => ({
  cookie: (name: string) => cookieOf(event, name),
  header: (name: string) => event.headers[name],
  audit: (note: AuditNote) => void Object.assign(trail.note, note),
});

/** Refuses in the words of API Gateway's throttle, after which the browser repeats even a call that is not repeatable. */
const throttled: HttpAnswer = { status: 429, body: { message: 'Too Many Requests' } };

async function answerRequest(
  event: APIGatewayProxyEventV2,
  call: Call | undefined,
  ports: HttpPorts,
  trail: Trail,
): Promise<HttpAnswer> {
  requireOriginSecret(event, ports.originVerify);
  trail.isFromEdge = true;
  if (!call) throw new AppError('notFound', 'Nothing was found at this address.');
  refuseCrossSite(event);
  if (call.endpoint.access === 'public') return call.run(event, undefined, trail, ports.admits);

  const user = await ports.sessions.find(cookieOf(event, sessionCookie), ports.now());
  if (!user) throw new AppError('unauthenticated', 'Please sign in.');
  trail.user = user.userId;
  if (call.endpoint.access === 'owner' && !(await ports.isOwner?.(user)))
    throw new AppError('forbidden', 'Only the owner of the site can do this.');
  if (call.endpoint.isSensitive) requireRecentAuthentication(user, ports.now());
  return call.run(event, user, trail, async () => {
    // What a tool notes of a call never refuses it.
    await ports.noteCall?.(user, call.endpoint).catch((error: unknown) => log('error', 'call not noted', { error }));
    return true;
  });
}

/** Only the caller's input can cause a 400. A schema that fails later is a bug of ours: the answer has only a request id. */
function errorAnswer(error: unknown, requestId: string): HttpAnswer {
  if (!(error instanceof AppError)) log('error', 'request failed', { error });
  const { code, message, detail, cookies } =
    error instanceof AppError
      ? error
      : new AppError('internal', 'Something went wrong on our side. It has been logged.');
  const { retryAfterSeconds } = detail;
  return {
    status: statusOf[code],
    errorCode: code,
    body: { ...detail, errorCode: code, message, requestId },
    cookies,
    ...(retryAfterSeconds === undefined ? {} : { headers: { 'retry-after': String(retryAfterSeconds) } }),
  };
}
