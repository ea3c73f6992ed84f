/** The status of every error code of the contract: one map, used by the server to answer and by the tests to ask. */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  tooMany: 429,
  internal: 500,
  unavailable: 503,
  // The sign-in family. The first three say where the flow goes on.
  requiresConfirm: 400,
  requireSetupMFA: 400,
  requireMFA: 400,
  incorrectUsernameOrPassword: 400,
  signUpRefused: 400,
  confirmRefused: 400,
  resetRefused: 400,
  wrongCode: 400,
  expired: 400,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** The body of every answer that is an error. Details (`issues`, `current`, `retryAfterSeconds`, `totp`) stand beside these. */
export interface ErrorBody {
  errorCode: string;
  message: string;
  requestId: string;
}
