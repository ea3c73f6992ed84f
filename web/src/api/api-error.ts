interface ErrorResponse {
  /** 0: no answer came. */
  status: number;
  errorCode: string;
  message: string;
  requestId: string | null;
  /** What else the answer said: `issues`, `current`, `retryAfterSeconds`. */
  details?: Record<string, unknown>;
}

/** A call that was refused, failed, or found no network. */
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

/** May be gone in a moment: asked again by itself. What the caller did wrong is not. */
export const isTransient = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** One sentence for the person in front of the screen. */
export function errorMessage(error: unknown) {
  if (!(error instanceof ApiError)) return 'Something unexpected happened.';
  if (error.status === 0) return 'There is no connection to the site.';
  if (error.status === 503) return 'It is not available just now.';
  if (error.status >= 500) return `The site made a mistake${error.requestId ? ` (request ${error.requestId})` : ''}.`;
  return sentence(error.message);
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/[.\s]+$/, '')}.`;
