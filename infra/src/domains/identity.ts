import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccountRecovery,
  Mfa,
  UserPool,
  UserPoolClientIdentityProvider,
  VerificationEmailStyle,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import type { NodeFunction } from '../constructs/node-function.ts';

interface IdentityProps {
  /** The emails with codes contain this name. */
  siteName: string;
}

/** The Cognito user pool stores passwords and authenticator secrets, and sends codes by email. */
export class Identity extends Construct {
  readonly userPoolId: string;
  readonly clientId: string;
  private readonly pool: UserPool;

  constructor(scope: Construct, id: string, { siteName }: IdentityProps) {
    super(scope, id);
    this.pool = new UserPool(this, 'Pool', {
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
        emailBody: `Your code for ${siteName} is {####}. If you did not ask for it, nothing happens without it.`,
      },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const client = this.pool.addClient('Client', {
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
    this.userPoolId = this.pool.userPoolId;
    this.clientId = client.userPoolClientId;
  }

  /** All other calls of the function to the pool are public and authenticated by the client's secret. */
  grantClientSecret(user: NodeFunction<object>) {
    user.allow(['cognito-idp:DescribeUserPoolClient'], [this.pool.userPoolArn]);
  }
}
