import type { CognitoProvider } from './cognito/cognito-client.ts';
import type { AuthStores } from './compose.ts';
import type { OwnerMails } from './mails/owner-mails.ts';
import type { GoogleProvider } from './google/google-client.ts';

/** The dependencies of the auth routes. Tests replace the clock, the ids and the pauses. */
export interface AuthPorts extends AuthStores {
  version: string;
  siteName: string;
  /** The owner's email address from the deployment; empty when there is no owner. */
  owner: string;
  /** A browser that is not used for this time is signed out. */
  idleMs: number;
  now: () => Date;
  /** Makes 256 random bits for a cookie. */
  newToken: () => string;
  newId: () => string;
  pause: (ms: number) => Promise<void>;
  cognito: CognitoProvider;
  mails: OwnerMails;
  /** Undefined when sign-in with Google is not set up. */
  google: GoogleProvider | undefined;
}
