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
import { refusalsAsAnswers, errorNameOf } from './cognito-errors.ts';
import { withClientSecret } from './client-secret.ts';
import { cognitoIdentityOf } from './cognito-token.ts';
import type {
  CodeAnswer,
  ProviderOutcome,
  PasswordAnswer,
  PasswordProvider,
  ProofAnswer,
  RefreshAnswer,
  ResetAnswer,
  SignUpAnswer,
} from '../ports.ts';

interface UserPool {
  userPoolId: string;
  clientId: string;
}

export function cognitoClient(): CognitoIdentityProviderClient {
  const client = new CognitoIdentityProviderClient({ requestHandler, maxAttempts: 2 });
  client.middlewareStack.add(outageMiddleware, { step: 'initialize' });
  return client;
}

/** Cognito's user pool. What it answers is sorted here; its own errors go no further. */
export function cognitoProvider(
  client: CognitoIdentityProviderClient,
  { userPoolId, clientId }: UserPool,
): PasswordProvider {
  const withSecret = withClientSecret(client, userPoolId, clientId);
  const ClientId = clientId;

  /** Throws when it is no sign-in: this pool asks for one code and nothing more. */
  function signedIn({ AuthenticationResult: result }: RespondToAuthChallengeCommandOutput): CodeAnswer {
    if (!result?.IdToken || !result.RefreshToken) throw new Error('Cognito has signed nobody in');
    return {
      kind: 'signedIn',
      identity: cognitoIdentityOf(result.IdToken, clientId),
      refreshToken: result.RefreshToken,
    };
  }

  /** `codes`: nothing for the last word of a set-up. */
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
    const subject = ChallengeParameters?.['USER_ID_FOR_SRP'];
    // Tokens at this point would be a sign-in without a code.
    if (!subject || !Session) throw new Error('Cognito has asked for no second factor');
    if (ChallengeName === 'SOFTWARE_TOKEN_MFA') return { kind: 'mfa', challenge: { subject, session: Session } };
    if (ChallengeName !== 'MFA_SETUP') throw new Error(`${ChallengeName} is no part of this product`);
    const offered = await client.send(new AssociateSoftwareTokenCommand({ Session })).catch(throwUnavailableIfLost);
    if (!offered.SecretCode || !offered.Session) throw new Error('Cognito has given no secret');
    return { kind: 'setup', challenge: { subject, session: offered.Session }, totp: offered.SecretCode };
  }

  async function verifyAuthenticator(Session: string, UserCode: string): Promise<ProofAnswer> {
    const answer = await client.send(new VerifySoftwareTokenCommand({ Session, UserCode }));
    return answer.Status === 'SUCCESS' && answer.Session
      ? { kind: 'proven', session: answer.Session }
      : { kind: 'wrongCode' };
  }

  return {
    signIn: (username, password) => refusalsAsAnswers(requestSignIn(username, password), passwordRefusals),

    confirmSignIn: ({ subject, session }, userCode) =>
      refusalsAsAnswers(
        respond('SOFTWARE_TOKEN_MFA', subject, session, { SOFTWARE_TOKEN_MFA_CODE: userCode }),
        codeRefusals,
      ),

    proveAuthenticator: ({ session }, userCode) =>
      refusalsAsAnswers<ProofAnswer>(verifyAuthenticator(session, userCode), codeRefusals),

    finishSetup: ({ subject, session }) => refusalsAsAnswers(respond('MFA_SETUP', subject, session, {}), codeRefusals),

    signUp: (Username, Password) =>
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

    confirmSignUp: (Username, ConfirmationCode) =>
      refusalsAsAnswers(
        done(
          withSecret((hash) =>
            client.send(new ConfirmSignUpCommand({ ClientId, SecretHash: hash(Username), Username, ConfirmationCode })),
          ),
        ),
        mailedCodeRefusals,
        { AlreadyConfirmed: 'done' },
      ),

    resendCode: (Username) =>
      refusalsAsAnswers(
        done(
          withSecret((hash) =>
            client.send(new ResendConfirmationCodeCommand({ ClientId, SecretHash: hash(Username), Username })),
          ),
        ),
        mailRefusals,
      ),

    forgotPassword: (Username) =>
      refusalsAsAnswers(
        done(
          withSecret((hash) =>
            client.send(new ForgotPasswordCommand({ ClientId, SecretHash: hash(Username), Username })),
          ),
        ),
        mailRefusals,
      ),

    resetPassword: (Username, ConfirmationCode, Password) =>
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

    refresh: ({ refreshToken, providerUsername }) =>
      refusalsAsAnswers<RefreshAnswer>(
        withSecret(async (hash) => {
          const { AuthenticationResult: result } = await client.send(
            new InitiateAuthCommand({
              ClientId,
              AuthFlow: 'REFRESH_TOKEN_AUTH',
              AuthParameters: { REFRESH_TOKEN: refreshToken, SECRET_HASH: hash(providerUsername) },
            }),
          );
          if (!result?.IdToken) throw new Error('Cognito has given no token');
          return { kind: 'valid', identity: cognitoIdentityOf(result.IdToken, clientId) };
        }),
        refreshRefusals,
      ),

    revoke: (Token) =>
      done(withSecret((_hash, ClientSecret) => client.send(new RevokeTokenCommand({ ClientId, ClientSecret, Token })))),
  };
}

/** For calls that say nothing but that they went well. */
async function done(work: Promise<unknown>): Promise<ProviderOutcome> {
  await work;
  return 'done';
}

/** The session was good a moment ago: a first try has used it up, and its answer never came. */
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
  // The service's way to say that a code was used before.
  ExpiredCodeException: wrongCode,
  NotAuthorizedException: expired,
  UserNotFoundException: expired,
  SoftwareTokenMFANotFoundException: expired,
};

const signUpRefusals: Record<string, SignUpAnswer> = {
  UsernameExistsException: 'taken',
  // The user is there; the mail is not, and can be asked for again.
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
