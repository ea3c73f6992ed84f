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
import { statusOf } from 'shared-types/contract/errors';
import { AppError } from '../app-error.ts';
import { refuseCrossSite } from './csrf.ts';
import { parseBody, cookieOf, parseQuery, parseInput } from './http-request.ts';
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
}

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
    const answer = await withLogFields({ requestId }, () =>
      answerRequest(event, calls.get(event.routeKey), ports).catch((error: unknown) => errorAnswer(error, requestId)),
    );
    log('info', 'request', {
      requestId,
      route: event.routeKey,
      status: answer.status,
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
      body: JSON.stringify(answer.body),
    };
  };
}

interface HttpAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  cookies?: readonly string[];
}

interface Call {
  endpoint: Endpoint;
  run(event: APIGatewayProxyEventV2, user: User | undefined): Promise<HttpAnswer>;
}

/** Hides an endpoint's type parameters, so that all calls fit into one map. */
function callOf<E extends Endpoint>(endpoint: E, route: Route<E>): Call {
  return {
    endpoint,
    async run(event, user) {
      const result = await route(inputOf(endpoint, event, user));
      const { answer, cookies, headers } = result instanceof Reply ? result : new Reply(result, []);
      const body = endpoint.response.parse(answer);
      if (endpoint.response !== redirect) return { status: 200, body, cookies, headers };
      return { status: 302, body: {}, cookies, headers: { ...headers, ...redirect.parse(body) } };
    },
  };
}

// The first signature states what the compiler cannot follow through a type parameter: each value has passed its schema,
// and `user` is defined exactly when the call is not public.
function inputOf<E extends Endpoint>(endpoint: E, event: APIGatewayProxyEventV2, user: User | undefined): RouteInput<E>;
function inputOf(endpoint: Endpoint, event: APIGatewayProxyEventV2, user: User | undefined): object {
  return {
    params: parseInput('path', endpoint.params, event.pathParameters ?? {}),
    query: parseInput('query', endpoint.query, parseQuery(event)),
    body: parseInput('body', endpoint.body, parseBody(event, endpoint)),
    user,
    request: {
      cookie: (name: string) => cookieOf(event, name),
      header: (name: string) => event.headers[name],
    },
  };
}

async function answerRequest(
  event: APIGatewayProxyEventV2,
  call: Call | undefined,
  ports: HttpPorts,
): Promise<HttpAnswer> {
  requireOriginSecret(event, ports.originVerify);
  if (!call) throw new AppError('notFound', 'Nothing was found at this address.');
  refuseCrossSite(event);
  if (call.endpoint.access === 'public') return call.run(event, undefined);

  const user = await ports.sessions.find(cookieOf(event, sessionCookie), ports.now());
  if (!user) throw new AppError('unauthenticated', 'Please sign in.');
  if (call.endpoint.access === 'owner' && !(await ports.isOwner?.(user)))
    throw new AppError('forbidden', 'Only the owner of the site can do this.');
  return call.run(event, user);
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
    body: { ...detail, errorCode: code, message, requestId },
    cookies,
    ...(retryAfterSeconds === undefined ? {} : { headers: { 'retry-after': String(retryAfterSeconds) } }),
  };
}
