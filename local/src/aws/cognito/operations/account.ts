import { hourMs } from 'shared-types/rules/time';
import * as z from 'zod';
import { CognitoError, invalidParameter, notAuthorized } from '../error.ts';
import { hashPassword, refuseWeakPassword } from '../credentials/passwords.ts';
import type { User } from '../pool-store.ts';
import { digestOf } from '../credentials/tokens.ts';
import { findUser, inputOf, sendCode, type Operation, refuseOtherClient, type PoolContext } from '../pool-context.ts';

const RevokeToken = z.strictObject({ Token: z.string(), ClientId: z.string(), ClientSecret: z.string().optional() });

/** Revokes a refresh token and its access tokens. An unknown token is no error. */
export const revokeToken: Operation = (context, given) => {
  const { Token, ClientId, ClientSecret } = inputOf(RevokeToken, given);
  refuseOtherClient(context, ClientId);
  if (ClientSecret !== context.store.state.clientSecret) throw notAuthorized('Invalid client secret.');
  if (Token.split('.').length === 3)
    throw new CognitoError('UnsupportedTokenTypeException', 'Only refresh tokens can be revoked.');
  const kept = context.store.state.refreshTokens[digestOf(Token)];
  if (kept) kept.revoked = true;
  return {};
};

const WithAccessToken = z.strictObject({ AccessToken: z.string() });

export const getUser: Operation = (context, given) => {
  const user = context.tokens.userOf(inputOf(WithAccessToken, given).AccessToken);
  return { Username: user.sub, UserAttributes: attributesOf(user), UserMFASettingList: mfaOf(user) };
};

export const globalSignOut: Operation = (context, given) => {
  context.tokens.revokeAll(context.tokens.userOf(inputOf(WithAccessToken, given).AccessToken));
  return {};
};

const OfPool = z.strictObject({ UserPoolId: z.string(), ClientId: z.string() });

export const describeUserPoolClient: Operation = (context, given) => {
  const { UserPoolId, ClientId } = inputOf(OfPool, given);
  const { pool, store } = context;
  if (UserPoolId !== pool.id) throw poolNotFound(UserPoolId);
  refuseOtherClient(context, ClientId);
  return {
    UserPoolClient: { UserPoolId, ClientId, ClientName: pool.clientId, ClientSecret: store.state.clientSecret },
  };
};

const Admin = { UserPoolId: z.string(), Username: z.string() };

/** Returns an operation on one user. The caller needs a permission on the pool. */
const adminOperation =
  <Shape extends z.ZodRawShape>(
    shape: Shape,
    work: (context: PoolContext, user: User, input: z.output<z.ZodObject<Shape>>) => object | Promise<object>,
  ): Operation =>
  (context, given) => {
    const { UserPoolId, Username } = inputOf(z.object(Admin), given);
    if (UserPoolId !== context.pool.id) throw poolNotFound(UserPoolId);
    const user = findUser(context, Username);
    if (!user) throw new CognitoError('UserNotFoundException', 'User does not exist.');
    const input = inputOf(z.strictObject({ UserPoolId: z.string(), Username: z.string() }).extend(shape), given);
    user.modifiedMs = context.now();
    return work(context, user, inputOf(z.object(shape), input));
  };

export const adminGetUser = adminOperation({}, (_world, user) => ({
  Username: user.sub,
  UserAttributes: attributesOf(user),
  Enabled: user.enabled,
  UserStatus: user.status,
  UserCreateDate: user.createdMs / 1000,
  UserLastModifiedDate: user.modifiedMs / 1000,
  UserMFASettingList: mfaOf(user),
}));

/** It also revokes all access tokens: docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminDisableUser.html. */
export const adminDisableUser = adminOperation({}, ({ tokens }, user) => {
  user.enabled = false;
  tokens.revokeAll(user);
  return {};
});

export const adminEnableUser = adminOperation({}, (_world, user) => {
  user.enabled = true;
  return {};
});

export const adminDeleteUser = adminOperation({}, ({ store, tokens }, user) => {
  tokens.revokeAll(user);
  delete store.state.users[user.sub];
  return {};
});

export const adminUserGlobalSignOut = adminOperation({}, ({ tokens }, user) => {
  tokens.revokeAll(user);
  return {};
});

const Listing = z.strictObject({
  UserPoolId: z.string(),
  Filter: z.string().max(256).optional(),
  Limit: z.int().min(0).max(60).default(60),
  PaginationToken: z.string().optional(),
});

/**
 * Lists users, also by a filter: docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html, read
 * 2026-11. The local pool filters by `cognito:user_status` only, and by no prefix.
 */
export const listUsers: Operation = ({ pool, store }, given) => {
  const { UserPoolId, Filter, Limit, PaginationToken } = inputOf(Listing, given);
  if (UserPoolId !== pool.id) throw poolNotFound(UserPoolId);
  const [, status] = /^cognito:user_status\s*=\s*"(\w+)"$/.exec(Filter ?? '') ?? [];
  if (Filter !== undefined && status === undefined) throw invalidParameter('Error while parsing filter.');
  const found = Object.values(store.state.users)
    .filter((user) => status === undefined || user.status === status.toUpperCase())
    .toSorted((one, other) => (one.sub < other.sub ? -1 : 1))
    .filter(({ sub }) => sub > (PaginationToken ?? ''));
  const users = found.slice(0, Limit);
  return {
    Users: users.map((user) => ({
      Username: user.sub,
      Attributes: attributesOf(user),
      Enabled: user.enabled,
      UserStatus: user.status,
      UserCreateDate: user.createdMs / 1000,
      UserLastModifiedDate: user.modifiedMs / 1000,
    })),
    ...(found.length > users.length ? { PaginationToken: users.at(-1)?.sub } : {}),
  };
};

export const adminResetUserPassword = adminOperation({}, (context, user) => {
  user.status = 'RESET_REQUIRED';
  user.recovery = sendCode(context, user, hourMs);
  return {};
});

export const adminSetUserPassword = adminOperation(
  { Password: z.string(), Permanent: z.literal(true) },
  async ({ pool }, user, { Password }) => {
    refuseWeakPassword(Password, pool.passwordPolicy);
    user.password = await hashPassword(Password);
    user.status = 'CONFIRMED';
    return {};
  },
);

/** The pool demands a second factor, so the next sign-in sets up a new one. */
export const adminDeleteSoftwareToken = adminOperation({}, (_world, user) => {
  user.totp = null;
  return {};
});

const attributesOf = ({ sub, email, emailVerified }: User) => [
  { Name: 'email', Value: email },
  { Name: 'email_verified', Value: String(emailVerified) },
  { Name: 'sub', Value: sub },
];

const mfaOf = ({ totp }: User) => (totp ? ['SOFTWARE_TOKEN_MFA'] : []);

const poolNotFound = (id: string) => new CognitoError('ResourceNotFoundException', `User pool ${id} does not exist.`);
