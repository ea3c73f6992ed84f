import {
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminSetUserPasswordCommand,
  AssociateSoftwareTokenCommand,
  type AuthenticationResultType,
  type CognitoIdentityProviderClient,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { OfferAnswer, ProviderOutcome, ReplaceAnswer, SetPasswordAnswer } from './cognito-answers.ts';
import { refusalsAsAnswers } from './cognito-errors.ts';

const unknownUser: Record<string, ProviderOutcome> = { UserNotFoundException: 'refused' };

/** The part of a sign-in that renews its tokens. */
export interface Grant {
  refreshToken: string;
  providerUsername: string;
}

export type RenewTokens = (grant: Grant) => Promise<AuthenticationResultType>;

const wrongCode = { kind: 'wrongCode' } as const;
const expired = { kind: 'expired' } as const;
const replaced = { kind: 'replaced' } as const;

/** Returns the calls about an account. Each can be repeated, so a lost answer does no harm. */
export const cognitoAccounts = (
  client: CognitoIdentityProviderClient,
  UserPoolId: string,
  renewTokens: RenewTokens,
) => ({
  /** Offers another authenticator to a signed-in user. The present one counts until the other is verified. */
  offerAuthenticator: (grant: Grant): Promise<OfferAnswer> =>
    refusalsAsAnswers<OfferAnswer>(
      renewTokens(grant).then(async ({ AccessToken }) => {
        const { SecretCode } = await client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
        if (!SecretCode) throw new Error('Cognito has returned no secret');
        return { kind: 'offered', totp: SecretCode };
      }),
      { NotAuthorizedException: expired, UserNotFoundException: expired },
    ),

  /** Verifies the offered authenticator, which takes the place of the present one. */
  replaceAuthenticator: (grant: Grant, UserCode: string): Promise<ReplaceAnswer> =>
    refusalsAsAnswers<ReplaceAnswer>(
      renewTokens(grant).then(async ({ AccessToken }) => {
        const { Status } = await client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
        return Status === 'SUCCESS' ? replaced : wrongCode;
      }),
      {
        CodeMismatchException: wrongCode,
        EnableSoftwareTokenMFAException: wrongCode,
        ExpiredCodeException: wrongCode,
        NotAuthorizedException: expired,
        SoftwareTokenMFANotFoundException: expired,
        UserNotFoundException: expired,
      },
      // The code has done its work with the first attempt.
      { ExpiredCodeException: replaced, SoftwareTokenMFANotFoundException: replaced },
    ),

  disable: (Username: string): Promise<ProviderOutcome> =>
    refusalsAsAnswers<ProviderOutcome>(
      client.send(new AdminDisableUserCommand({ UserPoolId, Username })).then(() => 'done'),
      unknownUser,
    ),

  enable: (Username: string): Promise<ProviderOutcome> =>
    refusalsAsAnswers<ProviderOutcome>(
      client.send(new AdminEnableUserCommand({ UserPoolId, Username })).then(() => 'done'),
      unknownUser,
    ),

  setPassword: (Username: string, Password: string): Promise<SetPasswordAnswer> =>
    refusalsAsAnswers<SetPasswordAnswer>(
      client
        .send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }))
        .then(() => 'done'),
      {
        InvalidPasswordException: 'refused',
        InvalidParameterException: 'refused',
        UserNotFoundException: 'missing',
      },
    ),
});
