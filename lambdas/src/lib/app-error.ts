import type { ErrorCode } from 'shared-types/errors';

type Detail = Record<string, unknown> & { retryAfterSeconds?: number };

/** A refusal that the caller is told about. `detail` stands in the body beside `errorCode` and `message`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: Detail;

  constructor(code: ErrorCode, message: string, detail: Detail = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.detail = detail;
  }
}
