import { describeLimitEnd } from '../lib/format-limits.ts';

interface ErrorResponse {
  /** 0 when no response came. */
  status: number;
  errorCode: string;
  message: string;
  requestId: string | null;
  /** Further fields of the response: `issues`, `current`, `retryAfterSeconds`, `limitEndsAt`. */
  details?: Record<string, unknown>;
}

/** A call failed: the server answered with an error, or the network did not reach it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly errorCode: string;
  readonly requestId: string | null;
  readonly details: Record<string, unknown>;

  constructor({ status, errorCode, message, requestId, details = {} }: ErrorResponse) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
    this.requestId = requestId;
    this.details = details;
  }
}

/** No response came. */
export const noResponse = () =>
  new ApiError({ status: 0, errorCode: 'network', message: 'no response', requestId: null });

/** API Gateway answers 5xx when a function cannot run, and 429 when there are too many requests in a second. */
export const isGatewayStatus = (status: number) => status >= 500 || status === 429;

/** API Gateway refused the request. The errors of the site's functions have an error code. */
export const isGatewayError = (error: unknown) =>
  error instanceof ApiError && isGatewayStatus(error.status) && error.errorCode === 'unreadable';

/** API Gateway took no more requests in this second, and the call has not run. A limit of the site has an error code. */
export const isThrottled = (error: unknown) =>
  error instanceof ApiError && error.status === 429 && error.errorCode === 'unreadable';

/** The error may disappear by itself, so the call is worth a retry. A mistake of the caller is not. */
export const isTransient = (error: unknown): error is ApiError =>
  isThrottled(error) || (error instanceof ApiError && (error.status === 0 || error.status >= 500));

/** The code of a part of the page could not be loaded. Each browser says so in its own words. */
const isFailedImport = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message);

/** Returns the error as a sentence for the screen. */
export function errorMessage(error: unknown) {
  if (isFailedImport(error)) return 'The site could not be reached. Reload the page once it responds.';
  if (!(error instanceof ApiError)) return 'Something went wrong.';
  if (error.status === 0) return 'The site could not be reached.';
  if (error.status === 503 || isThrottled(error)) return 'Temporarily unavailable. Try again in a moment.';
  if (error.status >= 500)
    return `Something went wrong on our side${error.requestId ? ` (request ${error.requestId})` : ''}.`;
  return `${sentence(error.message.replace(fieldOfCall, nameOfField))}${describeLimitEnd(error.details['limitEndsAt'])}`;
}

/** The server names a field by its place in the call, such as 'body.address.chatId: '. */
const fieldOfCall = /\b(?:body|query|params)\.(?:\w+\.)*?([a-z]\w*)(?:\.\d+)*: /g;

const nameOfField = (_place: string, field: string) =>
  `${field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} `;

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/[.\s]+$/, '')}.`;
