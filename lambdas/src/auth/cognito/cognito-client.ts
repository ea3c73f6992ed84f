import {
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
  RespondToAuthChallengeCommand,
  type RespondToAuthChallengeCommandOutput,
  RevokeTokenCommand,
  SignUpCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { requestHandler, outageMiddleware, unavailable } from '../../platform/outage.ts';
import { withClientSecret } from './client-secret.ts';
import { cognitoAccounts, type Grant, type RenewTokens } from './cognito-accounts.ts';
import type {
  CodeAnswer,
  PasswordAnswer,
  ProofAnswer,
  ProviderChallenge,
  ProviderOutcome,
  RefreshAnswer,
  ResetAnswer,
  SignUpAnswer,
} from './cognito-answers.ts';
import { refusalsAsAnswers, errorNameOf } from './cognito-errors.ts';
import { cognitoIdentityOf } from './cognito-token.ts';

interface UserPool {
  userPoolId: string;
  clientId: string;
}

export function cognitoClient(): CognitoIdentityProviderClient {
  const client = new CognitoIdentityProviderClient({ requestHandler, maxAttempts: 2 });
  client.middlewareStack.add(outageMiddleware, { step: 'initialize' });
  return client;
}

export type CognitoProvider = ReturnType<typeof cognitoProvider>;

/**
 * Wraps Cognito's user pool, which stores passwords and authenticators. Cognito's own refusals become answers here. Every
 * call throws `unavailable` when Cognito is down or throttles.
 */
export function cognitoProvider(client: CognitoIdentityProviderClient, { userPoolId, clientId }: UserPool) {
  const withSecret = withClientSecret(client, userPoolId, clientId);
  const ClientId = clientId;

  /** Throws when the answer is no sign-in, because this pool asks for one code and no other challenge. */
  function signedIn({ AuthenticationResult: result }: RespondToAuthChallengeCommandOutput): CodeAnswer {
    if (!result?.IdToken || !result.RefreshToken) throw new Error('Cognito has returned no tokens');
    return {
      kind: 'signedIn',
      identity: cognitoIdentityOf(result.IdToken, clientId),
      refreshToken: result.RefreshToken,
    };
  }

  /** `codes` is empty for the last step of a set-up. */
  const respond = (name: 'SOFTWARE_TOKEN_MFA' | 'MFA_SETUP', subject: string, Session: string, codes: object) =>
    withSecret(async (hash) => {
      const ChallengeResponses = { USERNAME: subject, SECRET_HASH: hash(subject), ...codes };
      return signedIn(
        await client.send(
          new RespondToAuthChallengeCommand({ ClientId, ChallengeName: name, Session, ChallengeResponses }),
        ),
      );
    });

  async function requestSignIn(username: string, password: string): Promise<PasswordAnswer> {
    const { ChallengeName, ChallengeParameters, Session } = await withSecret((hash) =>
      client.send(
        new InitiateAuthCommand({
          ClientId,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: username, PASSWORD: password, SECRET_HASH: hash(username) },
        }),
      ),
    );
    // Cognito documents this parameter for other flows only. Without it, the name of the request is the user's name.
    const subject = ChallengeParameters?.['USER_ID_FOR_SRP'] ?? username;
    // Tokens at this point would be a sign-in without a second factor.
    if (!Session) throw new Error('Cognito did not ask for a second factor');
    if (ChallengeName === 'SOFTWARE_TOKEN_MFA') return { kind: 'mfa', challenge: { subject, session: Session } };
    if (ChallengeName !== 'MFA_SETUP') throw new Error(`Unexpected challenge: ${ChallengeName}`);
    const offered = await client.send(new AssociateSoftwareTokenCommand({ Session })).catch(throwUnavailableIfLost);
    if (!offered.SecretCode || !offered.Session) throw new Error('Cognito has returned no secret');
    return { kind: 'setup', challenge: { subject, session: offered.Session }, totp: offered.SecretCode };
  }

  const renewTokens: RenewTokens = ({ refreshToken, providerUsername }) =>
    withSecret(async (hash) => {
      const { AuthenticationResult = {} } = await client.send(
        new InitiateAuthCommand({
          ClientId,
          AuthFlow: 'REFRESH_TOKEN_AUTH',
          AuthParameters: { REFRESH_TOKEN: refreshToken, SECRET_HASH: hash(providerUsername) },
        }),
      );
      return AuthenticationResult;
    });

  async function verifyAuthenticator(Session: string, UserCode: string): Promise<ProofAnswer> {
    const answer = await client.send(new VerifySoftwareTokenCommand({ Session, UserCode }));
    return answer.Status === 'SUCCESS' && answer.Session
      ? { kind: 'proven', session: answer.Session }
      : { kind: 'wrongCode' };
  }

  return {
    ...cognitoAccounts(client, userPoolId, renewTokens),

    signIn: (username: string, password: string): Promise<PasswordAnswer> =>
      refusalsAsAnswers(requestSignIn(username, password), passwordRefusals),

    confirmSignIn: ({ subject, session }: ProviderChallenge, userCode: string): Promise<CodeAnswer> =>
      refusalsAsAnswers(
        respond('SOFTWARE_TOKEN_MFA', subject, session, { SOFTWARE_TOKEN_MFA_CODE: userCode }),
        codeRefusals,
      ),

    proveAuthenticator: ({ session }: ProviderChallenge, userCode: string): Promise<ProofAnswer> =>
      refusalsAsAnswers<ProofAnswer>(verifyAuthenticator(session, userCode), codeRefusals),

    /** Completes a set-up. Cognito signs the user in with the answer. */
    finishSetup: ({ subject, session }: ProviderChallenge): Promise<CodeAnswer> =>
      refusalsAsAnswers(respond('MFA_SETUP', subject, session, {}), codeRefusals),

    signUp: (Username: string, Password: string): Promise<SignUpAnswer> =>
      refusalsAsAnswers<SignUpAnswer>(
        done(
          withSecret((hash) => {
            const UserAttributes = [{ Name: 'email', Value: Username }];
            const SecretHash = hash(Username);
            return client.send(new SignUpCommand({ ClientId, SecretHash, Username, Password, UserAttributes }));
          }),
        ),
        signUpRefusals,
        { UsernameExistsException: 'unclear' },
      ),

    confirmSignUp: (Username: string, ConfirmationCode: string): Promise<ProviderOutcome> =>
      refusalsAsAnswers(
        done(
          withSecret((hash) =>
            client.send(new ConfirmSignUpCommand({ ClientId, SecretHash: hash(Username), Username, ConfirmationCode })),
          ),
        ),
        mailedCodeRefusals,
        { AlreadyConfirmed: 'done' },
      ),

    resendCode: (Username: string): Promise<ProviderOutcome> =>
      refusalsAsAnswers(
        done(
          withSecret((hash) =>
            client.send(new ResendConfirmationCodeCommand({ ClientId, SecretHash: hash(Username), Username })),
          ),
        ),
        mailRefusals,
      ),

    forgotPassword: (Username: string): Promise<ProviderOutcome> =>
      refusalsAsAnswers(
        done(
          withSecret((hash) =>
            client.send(new ForgotPasswordCommand({ ClientId, SecretHash: hash(Username), Username })),
          ),
        ),
        mailRefusals,
      ),

    resetPassword: (Username: string, ConfirmationCode: string, Password: string): Promise<ResetAnswer> =>
      refusalsAsAnswers<ResetAnswer>(
        done(
          withSecret((hash) => {
            const SecretHash = hash(Username);
            return client.send(
              new ConfirmForgotPasswordCommand({ ClientId, SecretHash, Username, ConfirmationCode, Password }),
            );
          }),
        ),
        mailedCodeRefusals,
        { ExpiredCodeException: 'unclear' },
      ),

    refresh: (grant: Grant): Promise<RefreshAnswer> =>
      refusalsAsAnswers<RefreshAnswer>(
        renewTokens(grant).then(({ IdToken }) => {
          if (!IdToken) throw new Error('Cognito has returned no token');
          return { kind: 'valid', identity: cognitoIdentityOf(IdToken, clientId) };
        }),
        refreshRefusals,
      ),

    revoke: (Token: string): Promise<ProviderOutcome> =>
      done(withSecret((_hash, ClientSecret) => client.send(new RevokeTokenCommand({ ClientId, ClientSecret, Token })))),
  };
}

/** Replaces an empty result with 'done'. */
async function done(work: Promise<unknown>): Promise<ProviderOutcome> {
  await work;
  return 'done';
}

/** Treats an invalid session as an outage: it was valid a moment ago, so an attempt whose answer was lost has used it up. */
function throwUnavailableIfLost(error: unknown): never {
  throw errorNameOf(error) === 'NotAuthorizedException' ? unavailable() : error;
}

const refused: PasswordAnswer = { kind: 'refused' };
const passwordRefusals: Record<string, PasswordAnswer> = {
  UserNotConfirmedException: { kind: 'unconfirmed' },
  AttemptsExceeded: { kind: 'locked' },
  NotAuthorizedException: refused,
  UserNotFoundException: refused,
  PasswordResetRequiredException: refused,
};

const wrongCode = { kind: 'wrongCode' } as const;
const expired = { kind: 'expired' } as const;
const codeRefusals = {
  CodeMismatchException: wrongCode,
  EnableSoftwareTokenMFAException: wrongCode,
  // Cognito answers so when a code was used before.
  ExpiredCodeException: wrongCode,
  NotAuthorizedException: expired,
  UserNotFoundException: expired,
  SoftwareTokenMFANotFoundException: expired,
};

const signUpRefusals: Record<string, SignUpAnswer> = {
  UsernameExistsException: 'taken',
  // The account exists. Its email was not sent, but the user can ask for another.
  CodeDeliveryFailureException: 'done',
  InvalidParameterException: 'refused',
  InvalidPasswordException: 'refused',
};

const mailedCodeRefusals: Record<string, ProviderOutcome> = {
  CodeMismatchException: 'refused',
  ExpiredCodeException: 'refused',
  NotAuthorizedException: 'refused',
  AlreadyConfirmed: 'refused',
  UserNotFoundException: 'refused',
  AliasExistsException: 'refused',
  LimitExceededException: 'refused',
  TooManyFailedAttemptsException: 'refused',
  InvalidParameterException: 'refused',
  InvalidPasswordException: 'refused',
};

const mailRefusals: Record<string, ProviderOutcome> = {
  NotAuthorizedException: 'refused',
  UserNotFoundException: 'refused',
  LimitExceededException: 'refused',
  TooManyFailedAttemptsException: 'refused',
  InvalidParameterException: 'refused',
  CodeDeliveryFailureException: 'refused',
};

const refreshRefusals: Record<string, RefreshAnswer> = {
  NotAuthorizedException: { kind: 'invalid' },
  UserNotFoundException: { kind: 'invalid' },
};
