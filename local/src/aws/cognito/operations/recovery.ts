import { CognitoError, invalidParameter, notAuthorized } from '../error.ts';
import { ConfirmationCode, named, Password } from './user-operation.ts';
import { hashOf, refuseWeak } from '../credentials/passwords.ts';
import { delivery, expiredCode, findUser, mailCode, refuseWrongCode } from '../pool-context.ts';

const oneHourMs = 3_600_000;

export const forgotPassword = named({}, (world, username) => {
  const user = findUser(world, username);
  if (!user) {
    if (!world.pool.hidesUsers) throw userNotFound();
    return delivery(username);
  }
  if (!user.enabled) throw notAuthorized('User is disabled.');
  if (!user.emailVerified)
    throw invalidParameter(
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    );
  user.recovery = mailCode(world, user, oneHourMs, user.recovery);
  return delivery(user.email);
});

/** A new password and nothing else: the authenticator is asked for as before. */
export const confirmForgotPassword = named({ ConfirmationCode, Password }, async (world, username, input) => {
  refuseWeak(input.Password, world.pool.passwordPolicy);
  const password = await hashOf(input.Password);
  const user = findUser(world, username);
  if (!user) throw world.pool.hidesUsers ? expiredCode() : userNotFound();
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
});

const userNotFound = () => new CognitoError('UserNotFoundException', 'User does not exist.');
