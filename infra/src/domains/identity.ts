import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  Mfa,
  UserPool,
  UserPoolClientIdentityProvider,
  VerificationEmailStyle,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import type { Adopted } from '../adopted.ts';
import type { NodeFunction } from '../constructs/node-function.ts';

interface IdentityProps {
  /** The emails with codes contain this name. */
  siteName: string;
  /** The pool that an earlier deployment kept. It is used as it is. */
  adopted: Adopted['userPool'] | undefined;
}

/** The Cognito user pool stores passwords and authenticator secrets, and sends codes by email. */
export class Identity extends Construct {
  readonly userPoolId: string;
  readonly clientId: string;

  constructor(scope: Construct, id: string, { siteName, adopted }: IdentityProps) {
    super(scope, id);
    const { id: userPoolId, clientId } = adopted ?? makePool(this, siteName);
    this.userPoolId = userPoolId;
    this.clientId = clientId;
  }

  /** All other calls of the function to the pool are public and authenticated by the client's secret or a user's token. */
  grantAccounts(user: NodeFunction<object>) {
    this.grant(user, ['DescribeUserPoolClient', 'AdminSetUserPassword', 'AdminDisableUser', 'AdminEnableUser']);
  }

  grantRemoval(remover: NodeFunction<object>) {
    this.grant(remover, ['ListUsers', 'AdminGetUser', 'AdminDeleteUser']);
  }

  private grant(user: NodeFunction<object>, operations: string[]) {
    const pool = { service: 'cognito-idp', resource: 'userpool', resourceName: this.userPoolId };
    const actions = operations.map((name) => `cognito-idp:${name}`);
    user.allow(actions, [Stack.of(this).formatArn(pool)]);
  }
}

/** Makes the pool and its one client. Both outlive the stack, because rows name people by the pool's ids. */
function makePool(scope: Construct, siteName: string): Adopted['userPool'] {
  const pool = new UserPool(scope, 'Pool', {
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    // Sign-up stays open because it is a public call of Cognito. The pool's only client has a secret that only the auth
    // function can read, so a sign-up without an invitation is impossible.
    selfSignUpEnabled: true,
    mfa: Mfa.REQUIRED,
    mfaSecondFactor: { sms: false, otp: true },
    passwordPolicy: {
      minLength: 8,
      requireDigits: true,
      requireLowercase: true,
      requireUppercase: true,
      requireSymbols: false,
    },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    userVerification: {
      emailStyle: VerificationEmailStyle.CODE,
      emailSubject: `Your code for ${siteName}`,
      emailBody: `Your code for ${siteName} is {####}. If you did not request this code, ignore this email.`,
    },
    deletionProtection: Stack.of(scope).terminationProtection ?? false,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  const client = pool.addClient('Client', {
    generateSecret: true,
    authFlows: { userPassword: true },
    // This is the lifetime of a sign-in step: see lambdas/src/auth/cookies.ts.
    authSessionValidity: Duration.minutes(15),
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    accessTokenValidity: Duration.hours(1),
    idTokenValidity: Duration.hours(1),
    refreshTokenValidity: Duration.days(30),
    disableOAuth: true,
    supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
  });
  client.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  return { id: pool.userPoolId, clientId: client.userPoolClientId };
}
