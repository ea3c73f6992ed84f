import {
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminSetUserPasswordCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { ProviderOutcome } from './cognito-answers.ts';
import { refusalsAsAnswers } from './cognito-errors.ts';

const unknownUser: Record<string, ProviderOutcome> = { UserNotFoundException: 'refused' };

/** The calls about an account that need a grant. Each can be repeated, so a lost answer does no harm. */
export const cognitoAccounts = (client: CognitoIdentityProviderClient, UserPoolId: string) => ({
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

  setPassword: (Username: string, Password: string): Promise<ProviderOutcome> =>
    refusalsAsAnswers<ProviderOutcome>(
      client
        .send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }))
        .then(() => 'done'),
      { InvalidPasswordException: 'refused', InvalidParameterException: 'refused' },
    ),
});
