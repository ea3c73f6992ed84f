/** The parameters that the stack and the operator's commands share: no command has to load the CDK for a name. */

/** Where `npm run invite`, `sessions` and `reset-mfa` read what they are about. */
export const authTableParameter = '/home-page/auth-table';
export const sessionsTableParameter = '/home-page/sessions-table';
export const userPoolParameter = '/home-page/user-pool';

/** Holds the secret that the edge adds to each request; `npm run setup` makes it. */
export const originVerifyParameter = '/home-page/origin-verify';

/** Holds the secret of Google's client: see docs/operations.md. */
export const googleSecretParameter = '/home-page/google-client-secret';
