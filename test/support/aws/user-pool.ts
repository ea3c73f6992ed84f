import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { CodeMail } from 'local/mailbox';
import { type Cognito, createCognito } from 'local/aws/cognito/cognito';
import * as z from 'zod';

export const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

/** The settings of the pool. A test in test/infra compares the template with them. */
export const poolDescription = {
  poolId: 'us-east-1_testpool1',
  region: 'us-east-1',
  clientId: 'testclient0123456789abcdef',
  properties: {
    UsernameAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    AutoVerifiedAttributes: ['email'],
    MfaConfiguration: 'ON',
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    Policies: {
      PasswordPolicy: {
        MinimumLength: 8,
        RequireLowercase: true,
        RequireNumbers: true,
        RequireSymbols: false,
        RequireUppercase: true,
      },
    },
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
  },
  clientProperties: {
    UserPoolId: 'us-east-1_testpool1',
    GenerateSecret: true,
    ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    AuthSessionValidity: 15,
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    AccessTokenValidity: 60,
    IdTokenValidity: 60,
    RefreshTokenValidity: 43_200,
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
    SupportedIdentityProviders: ['COGNITO'],
  },
};

/** Creates a clock that the test moves. */
export function movableClock(startMs = Date.UTC(2026, 0, 1)) {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (ms: number) => void (nowMs += ms),
  };
}

/** Returns an unused code of the user's authenticator. The clock moves on for it. */
export function unusedCode(
  { cognito }: Pick<UserPool, 'cognito'>,
  clock: ReturnType<typeof movableClock>,
  username: string,
): string {
  clock.advance(60_000);
  const code = cognito.totp(username);
  if (code === undefined) throw new Error(`no authenticator of ${username}`);
  return code;
}

/** Faults between a function and Cognito. */
type Fault = 'throttled' | 'overQuota' | 'broken' | 'lost' | 'noAnswer';

export interface UserPool {
  cognito: Cognito;
  endpoint: string;
  mails: CodeMail[];
  calls: string[];
  /** Makes calls of this operation fail until it is reset, or only `times` calls. */
  fail(operation: string, fault: Fault | undefined, times?: number): void;
  /** Answers the next call of this operation without reaching the pool. */
  instead(operation: string, body: object): void;
  /** Refuses the next call of this operation by an error of this name, without reaching the pool. */
  refuse(operation: string, error: string): void;
  /** Runs this work once, during the next call of this operation. */
  meanwhile(operation: string, work: () => Promise<unknown>): void;
  admin(operation: string, username: string, input?: Record<string, unknown>): Promise<void>;
  close(): void;
}

interface PoolOptions {
  /** See `PoolContext`. */
  isStrict?: boolean;
}

/** Starts the Cognito emulator behind an HTTP server for the SDK. */
export async function startUserPool(
  dataDir: string,
  clock: { now(): number },
  { isStrict = false }: PoolOptions = {},
): Promise<UserPool> {
  const mails: CodeMail[] = [];
  const calls: string[] = [];
  const faults = new Map<string, { fault: Fault; left: number }>();
  const works = new Map<string, () => Promise<unknown>>();
  const answers = new Map<string, { status: number; body: object }>();
  const cognito = createCognito({
    pools: [poolDescription],
    dataDir,
    clock,
    isStrict,
    onMail: (mail) => mails.push(mail),
  });

  const server = createServer((request, response) => void serve(request, response));

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const operation = String(request.headers['x-amz-target']).replace('AWSCognitoIdentityProviderService.', '');
    const input = z.record(z.string(), z.unknown()).parse(JSON.parse(await text(request)));
    calls.push(operation);
    const work = works.get(operation);
    works.delete(operation);
    await work?.();
    const given = answers.get(operation);
    answers.delete(operation);
    const known = faults.get(operation);
    const fault = known && known.left-- > 0 ? known.fault : undefined;
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    if (fault === 'noAnswer') return request.socket.destroy();
    if (fault === 'throttled') return answer(400, { __type: 'TooManyRequestsException', message: 'Rate exceeded' });
    // Cognito's own quota of mails and codes for a user: docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ForgotPassword.html
    if (fault === 'overQuota')
      return answer(400, { __type: 'LimitExceededException', message: 'Attempt limit exceeded' });
    if (fault === 'broken') return answer(500, { __type: 'InternalErrorException', message: 'Internal error' });
    if (given) return answer(given.status, given.body);
    const isOpen = cognito.accessTo(operation) === 'open';
    if (isOpen === Boolean(request.headers.authorization)) return answer(403, { __type: 'AccessDeniedException' });
    const { status, body } = await cognito.handle(operation, input);
    if (fault === 'lost') return request.socket.destroy();
    return answer(status, body);
  }

  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  return {
    cognito,
    endpoint: `http://127.0.0.1:${port}`,
    mails,
    calls,
    fail(operation, fault, times = Number.POSITIVE_INFINITY) {
      if (fault) faults.set(operation, { fault, left: times });
      else faults.delete(operation);
    },
    instead: (operation, body) => void answers.set(operation, { status: 200, body }),
    refuse: (operation, error) => void answers.set(operation, { status: 400, body: { __type: error, message: error } }),
    meanwhile: (operation, work) => void works.set(operation, work),
    async admin(operation, username, input = {}) {
      const answer = await cognito.handle(operation, {
        UserPoolId: poolDescription.poolId,
        Username: username,
        ...input,
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
