import type { ErrorCode } from 'shared-types/contract/errors';

type Detail = Record<string, unknown> & { retryAfterSeconds?: number };

/** An error that the caller sees. `detail` stands in the body beside `errorCode` and `message`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: Detail;
  readonly cookies: readonly string[];

  constructor(code: ErrorCode, message: string, detail: Detail = {}, cookies: readonly string[] = []) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.detail = detail;
    this.cookies = cookies;
  }
}
