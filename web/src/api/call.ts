import type { Answer, CallKey, InputOf } from 'shared-types/contract/api';
import { ApiError } from './api-error.ts';
import { syncServerClock } from '../lib/server-clock.ts';
import { singleFlightRefresh } from './refresh.ts';
import { redirectToSignIn, isAuthPath, isUnauthenticated } from './sign-in.ts';

const sessionCall: CallKey = 'GET /api/auth/session';

interface CallOptions {
  signal?: AbortSignal;
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

/** Makes a call of the contract, by its key. Throws ApiError. */
export function call<Key extends CallKey>(key: Key, ...input: CallArguments<Key>): Promise<Answer<Key>>;
export async function call(key: CallKey, input: RequestInput = {}): Promise<unknown> {
  const { method, address } = requestOf(key, input);
  const init = {
    method,
    ...(input.signal && { signal: input.signal }),
    ...(input.body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input.body),
    }),
  };
  // To be nobody is one of the answers to who one is.
  return key === sessionCall ? send(address, init) : withSession(() => send(address, init));
}

/** Sends again, once, what was refused because the session had ended. The one place that decides what a 401 means. */
async function withSession(send: () => Promise<unknown>, isRetry = false): Promise<unknown> {
  const sentAt = Date.now();
  try {
    return await send();
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
    if (!isRetry && (await singleFlightRefresh(sentAt))) return withSession(send, true);
    if (isAuthPath(location.pathname)) throw error;
    return redirectToSignIn();
  }
}

/** The method and address of a call: path parameters encoded, absent query values left out. */
export function requestOf(key: string, { params = {}, query = {} }: RequestInput) {
  const [method = '', path = ''] = key.split(' ');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  return { method, address: search ? `${filled}?${search}` : filled };
}

async function send(address: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(address, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new ApiError({ status: 0, errorCode: 'network', message: 'no answer', requestId: null });
  });
  syncServerClock(response.headers.get('date'));
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  throw toApiError(response, answer);
}

function toApiError({ status, headers }: Response, answer: unknown) {
  const fields: Record<string, unknown> = typeof answer === 'object' && answer !== null ? { ...answer } : {};
  const { errorCode, message, requestId, ...details } = fields;
  return new ApiError({
    // An answer that should be JSON and is not is the site's mistake, whatever its status says.
    status: status < 400 ? 500 : status,
    errorCode: textOr(errorCode, 'unreadable'),
    message: textOr(message, `the site answered ${status}`),
    requestId: textOr(requestId, headers.get('x-request-id')),
    details,
  });
}

const textOr = <Other>(value: unknown, other: Other) => (typeof value === 'string' ? value : other);
