import { hourMs } from 'shared-types/rules/time';
import { CognitoError, invalidParameter, notAuthorized } from '../error.ts';
import { ConfirmationCode, userOperation, Password } from './user-operation.ts';
import { hashPassword, refuseWeakPassword } from '../credentials/passwords.ts';
import { codeDelivery, expiredCode, findUser, sendCode, refuseWrongCode } from '../pool-context.ts';

export const forgotPassword = userOperation({}, (context, username) => {
  const user = findUser(context, username);
  if (!user) {
    if (!context.pool.hidesUsers) throw userNotFound();
    return codeDelivery(username);
  }
  if (!user.enabled) throw notAuthorized('User is disabled.');
  if (!user.emailVerified)
    throw invalidParameter(
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    );
  user.recovery = sendCode(context, user, hourMs, user.recovery);
  return codeDelivery(user.email);
});

/** Sets a new password. The authenticator stays. */
export const confirmForgotPassword = userOperation({ ConfirmationCode, Password }, async (context, username, input) => {
  refuseWeakPassword(input.Password, context.pool.passwordPolicy);
  const password = await hashPassword(input.Password);
  const user = findUser(context, username);
  if (!user) throw context.pool.hidesUsers ? expiredCode() : userNotFound();
  if (!user.enabled) throw notAuthorized('User is disabled.');
  refuseWrongCode(context, user.recovery, input.ConfirmationCode);
  Object.assign(user, {
    password,
    status: 'CONFIRMED',
    recovery: null,
    failures: { count: 0, lastAttemptMs: 0, lockedUntilMs: 0 },
    modifiedMs: context.now(),
  });
  return {};
});

const userNotFound = () => new CognitoError('UserNotFoundException', 'User does not exist.');
