/** Maps every error code of the contract to its HTTP status. */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  /** The session is valid, but its user has not proven lately to be its owner. */
  reauthenticationRequired: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  tooMany: 429,
  internal: 500,
  unavailable: 503,
  // These codes come from the sign-in. The first three name its next step.
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

/** The body of every error. Some errors add details: `issues`, `current`, `retryAfterSeconds`, `limitEndsAt` or `totp`. */
export interface ErrorBody {
  errorCode: string;
  message: string;
  requestId: string;
}
