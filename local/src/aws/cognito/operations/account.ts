import * as z from 'zod';
import { CognitoError, notAuthorized } from '../error.ts';
import { hashOf, refuseWeak } from '../credentials/passwords.ts';
import type { User } from '../pool-store.ts';
import { digestOf } from '../credentials/tokens.ts';
import { findUser, inputOf, mailCode, type Operation, refuseOtherClient, type World } from '../pool-context.ts';

const RevokeToken = z.strictObject({ Token: z.string(), ClientId: z.string(), ClientSecret: z.string().optional() });

/** Ends a refresh token and the access tokens that came with it. One that is unknown is no error. */
export const revokeToken: Operation = (world, given) => {
  const { Token, ClientId, ClientSecret } = inputOf(RevokeToken, given);
  refuseOtherClient(world, ClientId);
  if (ClientSecret !== world.store.state.clientSecret) throw notAuthorized('Invalid client secret.');
  if (Token.split('.').length === 3)
    throw new CognitoError('UnsupportedTokenTypeException', 'Only refresh tokens can be revoked.');
  const kept = world.store.state.refreshTokens[digestOf(Token)];
  if (kept) kept.revoked = true;
  return {};
};

const WithAccessToken = z.strictObject({ AccessToken: z.string() });

export const getUser: Operation = (world, given) => {
  const user = world.tokens.userOf(inputOf(WithAccessToken, given).AccessToken);
  return { Username: user.sub, UserAttributes: attributesOf(user), UserMFASettingList: mfaOf(user) };
};

export const globalSignOut: Operation = (world, given) => {
  world.tokens.revokeAll(world.tokens.userOf(inputOf(WithAccessToken, given).AccessToken));
  return {};
};

const OfPool = z.strictObject({ UserPoolId: z.string(), ClientId: z.string() });

export const describeUserPoolClient: Operation = (world, given) => {
  const { UserPoolId, ClientId } = inputOf(OfPool, given);
  const { pool, store } = world;
  if (UserPoolId !== pool.id) throw poolNotFound(UserPoolId);
  refuseOtherClient(world, ClientId);
  return {
    UserPoolClient: { UserPoolId, ClientId, ClientName: pool.clientId, ClientSecret: store.state.clientSecret },
  };
};

const Admin = { UserPoolId: z.string(), Username: z.string() };

/** An operation on one user by somebody whom IAM lets. */
const admin =
  <Shape extends z.ZodRawShape>(
    shape: Shape,
    work: (world: World, user: User, input: z.output<z.ZodObject<Shape>>) => object | Promise<object>,
  ): Operation =>
  (world, given) => {
    const { UserPoolId, Username } = inputOf(z.object(Admin), given);
    if (UserPoolId !== world.pool.id) throw poolNotFound(UserPoolId);
    const user = findUser(world, Username);
    if (!user) throw new CognitoError('UserNotFoundException', 'User does not exist.');
    const input = inputOf(z.strictObject({ UserPoolId: z.string(), Username: z.string() }).extend(shape), given);
    user.modifiedMs = world.now();
    return work(world, user, inputOf(z.object(shape), input));
  };

export const adminGetUser = admin({}, (_world, user) => ({
  Username: user.sub,
  UserAttributes: attributesOf(user),
  Enabled: user.enabled,
  UserStatus: user.status,
  UserCreateDate: user.createdMs / 1000,
  UserLastModifiedDate: user.modifiedMs / 1000,
  UserMFASettingList: mfaOf(user),
}));

export const adminDisableUser = admin({}, (_world, user) => {
  user.enabled = false;
  return {};
});

export const adminEnableUser = admin({}, (_world, user) => {
  user.enabled = true;
  return {};
});

export const adminDeleteUser = admin({}, ({ store, tokens }, user) => {
  tokens.revokeAll(user);
  delete store.state.users[user.sub];
  return {};
});

export const adminUserGlobalSignOut = admin({}, ({ tokens }, user) => {
  tokens.revokeAll(user);
  return {};
});

const oneHourMs = 3_600_000;

export const adminResetUserPassword = admin({}, (world, user) => {
  user.status = 'RESET_REQUIRED';
  user.recovery = mailCode(world, user, oneHourMs);
  return {};
});

export const adminSetUserPassword = admin(
  { Password: z.string(), Permanent: z.literal(true) },
  async ({ pool }, user, { Password }) => {
    refuseWeak(Password, pool.passwordPolicy);
    user.password = await hashOf(Password);
    user.status = 'CONFIRMED';
    return {};
  },
);

/** In a pool that demands a factor the person sets up another at the next sign-in. */
export const adminDeleteSoftwareToken = admin({}, (_world, user) => {
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
