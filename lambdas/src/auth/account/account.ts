import type { UserContext } from 'shared-types/contract/account/user-context';
import type { Provider } from 'shared-types/contract/auth';
import { usernameOf } from 'shared-types/rules/auth/username';
import { AppError } from '../../platform/app-error.ts';
import type { User } from '../../platform/http/session.ts';
import type { CognitoIdentity } from '../cognito/cognito-answers.ts';

/** A user as the provider describes them. */
export interface Profile extends UserContext {
  provider: Provider;
  email: string;
}

/** A stored user. */
export interface Account extends UserContext {
  /** For a Google account, this is the address on the owner's list, even if it has changed at Google. */
  email: string;
  provider: Provider;
  lastSignInMs: number;
  /** A disabled account cannot sign in, and gets no further session. */
  disabledAtMs?: number | undefined;
}

const cognitoPrefix = 'cognito|';

/** Returns the name of an account with a password at Cognito, by its id. */
export const subjectOf = (userId: string) => userId.slice(cognitoPrefix.length);

export const cognitoProfile = ({ subject, email }: CognitoIdentity): Profile => ({
  userId: `${cognitoPrefix}${subject}`,
  name: email.slice(0, email.indexOf('@')),
  avatarUrl: null,
  provider: 'cognito',
  email,
});

/** Returns the username of an account with a password. Google's accounts have theirs at Google. */
export function passwordUsername({ userId, email }: User): string {
  if (userId.startsWith(cognitoPrefix)) return usernameOf(email);
  throw new AppError('conflict', 'This account has no password here.');
}
