import type { Answer, CallKey, InputOf } from 'shared-types/contract/api';
import { ApiError, isGatewayError, noResponse } from './api-error.ts';
import { syncServerClock } from '../lib/server-clock.ts';
import { type ReadResponse, takeSessionLookup } from './session-lookup.ts';
import { redirectToSignIn, isAuthPath, isUnauthenticated, refreshSession } from './sign-in.ts';

const sessionCall: CallKey = 'GET /api/auth/session';

export interface Encoded {
  headers: Record<string, string>;
  body: ArrayBuffer;
}

interface CallOptions {
  signal?: AbortSignal;
  /** Lets the call go on when its page is left. */
  keepalive?: boolean;
  /** Encodes the body for a call of the contract that takes it so. Without it the body is sent as JSON. */
  encode?: (body: unknown) => Promise<Encoded>;
}

type CallArguments<Key extends CallKey> =
  Partial<InputOf<Key>> extends InputOf<Key>
    ? [input?: InputOf<Key> & CallOptions]
    : [input: InputOf<Key> & CallOptions];

interface RequestInput extends CallOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

type CallInit = RequestInit & CallOptions;

/** Makes a call of the contract, named by its key. Throws ApiError. */
export function call<Key extends CallKey>(key: Key, ...input: CallArguments<Key>): Promise<Answer<Key>>;
export async function call(key: CallKey, input: RequestInput = {}): Promise<unknown> {
  const { method, address } = requestOf(key, input);
  const init = {
    method,
    ...(input.signal && { signal: input.signal }),
    ...(input.keepalive && { keepalive: true }),
    ...(input.body !== undefined && ((await input.encode?.(input.body)) ?? plain(input.body))),
  };
  // A 401 is a regular response to the question who is signed in. The query repeats it, so that the page shows each failure.
  return key === sessionCall
    ? read(takeSessionLookup() ?? fetch(address, init), init)
    : withConfirmation(() => withSession(() => send(key, address, init)));
}

const plain = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Makes a call. When the server asks for a confirmation, the user is asked, and the same call is made again. */
async function withConfirmation(request: () => Promise<unknown>): Promise<unknown> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorCode !== 'reauthenticationRequired') throw error;
    const { askForConfirmation } = await import('./confirmation.ts');
    if (await askForConfirmation()) return request();
    throw error;
  }
}

/** Refreshes the session after a 401 and retries once. Every other part of the browser leaves a 401 to this function. */
export async function withSession<Result>(request: () => Promise<Result>, isRetry = false): Promise<Result> {
  const sentAt = Date.now();
  try {
    return await request();
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
    if (!isRetry && (await refreshSession(sentAt))) return withSession(request, true);
    if (isAuthPath(location.pathname)) throw error;
    return redirectToSignIn();
  }
}

/** Returns the method and address of a call. Path parameters are encoded, and undefined query values are left out. */
export function requestOf(key: string, { params = {}, query = {} }: RequestInput) {
  const [method = '', path = ''] = key.split(' ');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  return { method, address: search ? `${filled}?${search}` : filled };
}

async function send(key: CallKey, address: string, init: CallInit): Promise<unknown> {
  try {
    return await read(fetch(address, init), init);
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    const { retryRefused } = await import('./retry.ts').catch(() => Promise.reject(error));
    return retryRefused(key, error, () => read(fetch(address, init), init), init.signal);
  }
}

async function read(sent: Promise<ReadResponse>, init: CallInit): Promise<unknown> {
  const response = await sent.catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw noResponse();
  });
  syncServerClock(response.headers.get('date'));
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body;
  throw toApiError(response, body);
}

function toApiError({ status, headers }: ReadResponse, body: unknown) {
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const { errorCode, message, requestId, ...details } = fields;
  return new ApiError({
    // The API always answers with JSON, so anything else is a server error, whatever its status.
    status: status < 400 ? 500 : status,
    errorCode: textOr(errorCode, 'unreadable'),
    message: textOr(message, `the server answered ${status}`),
    requestId: textOr(requestId, headers.get('x-request-id')),
    details,
  });
}

const textOr = <Other>(value: unknown, other: Other) => (typeof value === 'string' ? value : other);
