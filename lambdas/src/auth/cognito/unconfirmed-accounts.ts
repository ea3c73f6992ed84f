import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  type CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { refusalsAsAnswers } from './cognito-errors.ts';

/** Cognito returns no more users at once. */
const pageSize = 60;

/** An account whose email address is not confirmed. The name is Cognito's own id of the user. */
export interface UnconfirmedAccount {
  name: string;
  createdMs: number;
}

export type UnconfirmedAccounts = ReturnType<typeof unconfirmedAccounts>;

/** Returns the accounts of a user pool that wait for the code from their email. */
export const unconfirmedAccounts = (client: CognitoIdentityProviderClient, UserPoolId: string) => ({
  /** Lists a page of them, with the token of the next one. Cognito's list may be some seconds old. */
  async page(token: string | undefined) {
    const { Users = [], PaginationToken } = await client.send(
      new ListUsersCommand({
        UserPoolId,
        Filter: 'cognito:user_status = "UNCONFIRMED"',
        Limit: pageSize,
        ...(token !== undefined && { PaginationToken: token }),
      }),
    );
    const accounts = Users.flatMap(({ Username: name, UserCreateDate: created }): UnconfirmedAccount[] =>
      name === undefined || created === undefined ? [] : [{ name, createdMs: created.getTime() }],
    );
    return { accounts, next: PaginationToken };
  },

  /** Returns whether the account is unconfirmed at this moment. */
  isUnconfirmed: (Username: string): Promise<boolean> =>
    refusalsAsAnswers(
      client
        .send(new AdminGetUserCommand({ UserPoolId, Username }))
        .then(({ UserStatus }) => UserStatus === 'UNCONFIRMED'),
      { UserNotFoundException: false },
    ),

  /** Returns false when the account has gone already. */
  remove: (Username: string): Promise<boolean> =>
    refusalsAsAnswers(
      client.send(new AdminDeleteUserCommand({ UserPoolId, Username })).then(() => true),
      { UserNotFoundException: false },
      // The first attempt, whose answer was lost, has removed it.
      { UserNotFoundException: true },
    ),
});
