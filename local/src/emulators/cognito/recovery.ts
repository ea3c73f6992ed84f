import * as z from 'zod';
import { CognitoError, invalidParameter, notAuthorized } from './error.ts';
import { hashOf, refuseWeak } from './passwords.ts';
import {
  delivery,
  expiredCode,
  findUser,
  inputOf,
  mailCode,
  type Operation,
  refuseOtherClient,
  refuseWrongCode,
  refuseWrongHash,
} from './world.ts';

const oneHourMs = 3_600_000;

const Forgot = z.strictObject({
  ClientId: z.string(),
  SecretHash: z.string().optional(),
  Username: z.string().min(1).max(128),
});

export const forgotPassword: Operation = (world, given) => {
  const { ClientId, SecretHash, Username } = inputOf(Forgot, given);
  refuseOtherClient(world, ClientId);
  refuseWrongHash(world, Username, SecretHash);
  const user = findUser(world, Username);
  if (!user) {
    if (!world.pool.hidesUsers) throw new CognitoError('UserNotFoundException', 'User does not exist.');
    return delivery(Username);
  }
  if (!user.enabled) throw notAuthorized('User is disabled.');
  if (!user.emailVerified)
    throw invalidParameter(
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    );
  user.recovery = mailCode(world, user, oneHourMs, user.recovery);
  return delivery(user.email);
};

const Confirm = z.strictObject({
  ClientId: z.string(),
  SecretHash: z.string().optional(),
  Username: z.string().min(1).max(128),
  ConfirmationCode: z.string().min(1).max(2048).regex(/^\S+$/),
  Password: z.string().max(256),
});

/** A new password and nothing else: the authenticator is asked for as before. */
export const confirmForgotPassword: Operation = async (world, given) => {
  const input = inputOf(Confirm, given);
  refuseOtherClient(world, input.ClientId);
  refuseWrongHash(world, input.Username, input.SecretHash);
  refuseWeak(input.Password, world.pool.passwordPolicy);
  const password = await hashOf(input.Password);
  const user = findUser(world, input.Username);
  if (!user)
    throw world.pool.hidesUsers ? expiredCode() : new CognitoError('UserNotFoundException', 'User does not exist.');
  if (!user.enabled) throw notAuthorized('User is disabled.');
  refuseWrongCode(world, user.recovery, input.ConfirmationCode);
  Object.assign(user, {
    password,
    status: 'CONFIRMED',
    recovery: null,
    failures: { count: 0, lastAttemptMs: 0, lockedUntilMs: 0 },
    modifiedMs: world.now(),
  });
  return {};
};
