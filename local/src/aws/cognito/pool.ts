import * as z from 'zod';

const number = z.coerce.number();
const flag = z.union([z.boolean(), z.literal('true').transform(() => true), z.literal('false').transform(() => false)]);

/** The schema is strict: a pool with a property that changes Cognito's behavior stops the start. */
const PoolProperties = z.strictObject({
  UsernameAttributes: z.tuple([z.literal('email')]),
  UsernameConfiguration: z.strictObject({ CaseSensitive: z.literal(false) }),
  AutoVerifiedAttributes: z.tuple([z.literal('email')]),
  MfaConfiguration: z.literal('ON'),
  EnabledMfas: z.tuple([z.literal('SOFTWARE_TOKEN_MFA')]),
  Policies: z.strictObject({
    PasswordPolicy: z.strictObject({
      MinimumLength: number,
      RequireLowercase: flag.default(false),
      RequireNumbers: flag.default(false),
      RequireSymbols: flag.default(false),
      RequireUppercase: flag.default(false),
      TemporaryPasswordValidityDays: z.unknown().optional(),
    }),
  }),
  AccountRecoverySetting: z.strictObject({
    RecoveryMechanisms: z.tuple([z.strictObject({ Name: z.literal('verified_email'), Priority: number })]),
  }),
  AdminCreateUserConfig: z.strictObject({ AllowAdminCreateUserOnly: z.literal(false) }),
  // These have no effect on this machine.
  UserPoolName: z.unknown().optional(),
  UserPoolTier: z.unknown().optional(),
  DeletionProtection: z.unknown().optional(),
  EmailVerificationMessage: z.unknown().optional(),
  EmailVerificationSubject: z.unknown().optional(),
  SmsVerificationMessage: z.unknown().optional(),
  VerificationMessageTemplate: z.unknown().optional(),
  UserPoolTags: z.unknown().optional(),
});

const unitMs = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };
const Unit = z.enum(['seconds', 'minutes', 'hours', 'days']);

const ClientProperties = z.strictObject({
  UserPoolId: z.string(),
  GenerateSecret: z.literal(true),
  ExplicitAuthFlows: z.array(z.enum(['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'])),
  /** The unit is minutes. */
  AuthSessionValidity: number.default(3),
  PreventUserExistenceErrors: z.enum(['ENABLED', 'LEGACY']).default('LEGACY'),
  EnableTokenRevocation: z.literal(true),
  AccessTokenValidity: number.default(1),
  IdTokenValidity: number.default(1),
  RefreshTokenValidity: number.default(30),
  TokenValidityUnits: z
    .strictObject({
      AccessToken: Unit.default('hours'),
      IdToken: Unit.default('hours'),
      RefreshToken: Unit.default('days'),
    })
    .prefault({}),
  SupportedIdentityProviders: z.tuple([z.literal('COGNITO')]),
  AllowedOAuthFlowsUserPoolClient: z.literal(false).optional(),
  ClientName: z.unknown().optional(),
});

export interface PasswordPolicy {
  minimumLength: number;
  lowercase: boolean;
  numbers: boolean;
  symbols: boolean;
  uppercase: boolean;
}

/** A user pool and its one client. */
export interface Pool {
  id: string;
  region: string;
  clientId: string;
  passwordPolicy: PasswordPolicy;
  authFlows: string[];
  authSessionMs: number;
  accessTokenMs: number;
  idTokenMs: number;
  refreshTokenMs: number;
  hidesUsers: boolean;
}

export interface PoolDescription {
  poolId: string;
  region: string;
  clientId: string;
  /** The properties of the AWS::Cognito::UserPool. */
  properties: unknown;
  /** The properties of the AWS::Cognito::UserPoolClient. */
  clientProperties: unknown;
}

export function poolOf({ poolId, region, clientId, properties, clientProperties }: PoolDescription): Pool {
  const { PasswordPolicy: policy } = parse('AWS::Cognito::UserPool', PoolProperties, properties).Policies;
  const client = parse('AWS::Cognito::UserPoolClient', ClientProperties, clientProperties);
  const { AccessToken, IdToken, RefreshToken } = client.TokenValidityUnits;
  return {
    id: poolId,
    region,
    clientId,
    passwordPolicy: {
      minimumLength: policy.MinimumLength,
      lowercase: policy.RequireLowercase,
      numbers: policy.RequireNumbers,
      symbols: policy.RequireSymbols,
      uppercase: policy.RequireUppercase,
    },
    authFlows: client.ExplicitAuthFlows.map((flow) => flow.replace('ALLOW_', '')),
    authSessionMs: client.AuthSessionValidity * unitMs.minutes,
    accessTokenMs: client.AccessTokenValidity * unitMs[AccessToken],
    idTokenMs: client.IdTokenValidity * unitMs[IdToken],
    refreshTokenMs: client.RefreshTokenValidity * unitMs[RefreshToken],
    hidesUsers: client.PreventUserExistenceErrors === 'ENABLED',
  };
}

function parse<Schema extends z.ZodType>(type: string, schema: Schema, properties: unknown): z.output<Schema> {
  const parsed = schema.safeParse(properties);
  if (parsed.success) return parsed.data;
  throw new Error(`The local cloud cannot imitate this ${type}:\n${z.prettifyError(parsed.error)}`);
}
