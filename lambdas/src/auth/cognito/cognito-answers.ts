/** The claims of Cognito's ID token. */
export interface CognitoIdentity {
  subject: string;
  email: string;
  providerUsername: string;
}

/** The step of a sign-in with the right password that Cognito asks for. */
export interface ProviderChallenge {
  /** Cognito's name of the account during the challenge. */
  subject: string;
  /** Cognito's session string for this challenge. It never leaves the server. */
  session: string;
}

export type PasswordAnswer =
  | { kind: 'mfa'; challenge: ProviderChallenge }
  | { kind: 'setup'; challenge: ProviderChallenge; totp: string }
  | { kind: 'unconfirmed' }
  | { kind: 'refused' }
  /** Cognito did not check the password, because there were too many wrong ones lately. */
  | { kind: 'locked' };

export type CodeAnswer =
  | { kind: 'signedIn'; identity: CognitoIdentity; refreshToken: string }
  | { kind: 'wrongCode' }
  | { kind: 'expired' };

export type ProofAnswer = { kind: 'proven'; session: string } | { kind: 'wrongCode' } | { kind: 'expired' };

/** `totp` is the secret of the authenticator that is offered. */
export type OfferAnswer = { kind: 'offered'; totp: string } | { kind: 'expired' };

export type ReplaceAnswer = { kind: 'replaced' } | { kind: 'wrongCode' } | { kind: 'expired' };

export type ProviderOutcome = 'done' | 'refused';

/** `missing`: Cognito has no such account. */
export type SetPasswordAnswer = ProviderOutcome | 'missing';

/** `unclear`: the answer to a first attempt was lost, and that attempt may have taken the name. */
export type SignUpAnswer = ProviderOutcome | 'taken' | 'unclear';

/** `unclear`: the answer to a first attempt was lost, and that attempt may have used up the code. */
export type ResetAnswer = ProviderOutcome | 'unclear';

/** `invalid`: Cognito no longer accepts the refresh token. */
export type RefreshAnswer = { kind: 'valid'; identity: CognitoIdentity } | { kind: 'invalid' };
