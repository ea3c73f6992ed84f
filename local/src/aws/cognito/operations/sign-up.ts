import { dayMs } from 'shared-types/rules/time';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { CognitoError, invalidParameter, notAuthorized } from '../error.ts';
import { ConfirmationCode, userOperation, Password } from './user-operation.ts';
import { hashPassword, refuseWeakPassword } from '../credentials/passwords.ts';
import type { User } from '../pool-store.ts';
import { codeDelivery, expiredCode, findUser, sendCode, refuseWrongCode } from '../pool-context.ts';

const Attributes = z.array(z.strictObject({ Name: z.string(), Value: z.string() })).default([]);

export const signUp = userOperation({ Password, UserAttributes: Attributes }, async (context, username, input) => {
  const email = username.toLowerCase();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalidParameter('Username should be an email.');
  if (input.UserAttributes.some(({ Name, Value }) => Name !== 'email' || Value.toLowerCase() !== email))
    throw invalidParameter('The email address must be the username, and this pool keeps nothing else.');
  refuseWeakPassword(input.Password, context.pool.passwordPolicy);
  const password = await hashPassword(input.Password);

  if (findUser(context, email))
    throw new CognitoError('UsernameExistsException', 'An account with the given email already exists.');
  const user: User = {
    sub: randomUUID(),
    email,
    status: 'UNCONFIRMED',
    enabled: true,
    emailVerified: false,
    password,
    totp: null,
    offered: null,
    failures: { count: 0, lastAttemptMs: 0, lockedUntilMs: 0 },
    confirmation: null,
    recovery: null,
    mailsMs: [],
    createdMs: context.now(),
    modifiedMs: context.now(),
  };
  user.confirmation = sendCode(context, user, dayMs);
  context.store.state.users[user.sub] = user;
  return { UserConfirmed: false, UserSub: user.sub, ...codeDelivery(email) };
});

export const confirmSignUp = userOperation({ ConfirmationCode }, (context, username, input) => {
  const user = findUser(context, username);
  if (!user) throw context.pool.hidesUsers ? expiredCode() : userNotFound();
  if (user.status !== 'UNCONFIRMED') throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
  refuseWrongCode(context, user.confirmation, input.ConfirmationCode);
  Object.assign(user, { status: 'CONFIRMED', emailVerified: true, confirmation: null, modifiedMs: context.now() });
  return {};
});

export const resendConfirmationCode = userOperation({}, (context, username) => {
  const user = findUser(context, username);
  if (!user) {
    if (!context.pool.hidesUsers) throw userNotFound();
    return codeDelivery(username);
  }
  if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
  user.confirmation = sendCode(context, user, dayMs, user.confirmation);
  return codeDelivery(user.email);
});

const userNotFound = () => new CognitoError('UserNotFoundException', 'Username/client id combination not found.');
