import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { CognitoError, invalidParameter, notAuthorized } from '../error.ts';
import { ConfirmationCode, named, Password } from './user-operation.ts';
import { hashOf, refuseWeak } from '../credentials/passwords.ts';
import type { User } from '../pool-store.ts';
import { delivery, expiredCode, findUser, mailCode, refuseWrongCode } from '../pool-context.ts';

const oneDayMs = 86_400_000;

const Attributes = z.array(z.strictObject({ Name: z.string(), Value: z.string() })).default([]);

export const signUp = named({ Password, UserAttributes: Attributes }, async (world, username, input) => {
  const email = username.toLowerCase();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalidParameter('Username should be an email.');
  if (input.UserAttributes.some(({ Name, Value }) => Name !== 'email' || Value.toLowerCase() !== email))
    throw invalidParameter('The e-mail address must be the username, and this pool keeps nothing else.');
  refuseWeak(input.Password, world.pool.passwordPolicy);
  const password = await hashOf(input.Password);

  if (findUser(world, email))
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
    createdMs: world.now(),
    modifiedMs: world.now(),
  };
  user.confirmation = mailCode(world, user, oneDayMs);
  world.store.state.users[user.sub] = user;
  return { UserConfirmed: false, UserSub: user.sub, ...delivery(email) };
});

export const confirmSignUp = named({ ConfirmationCode }, (world, username, input) => {
  const user = findUser(world, username);
  if (!user) throw world.pool.hidesUsers ? expiredCode() : userNotFound();
  if (user.status !== 'UNCONFIRMED') throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
  refuseWrongCode(world, user.confirmation, input.ConfirmationCode);
  Object.assign(user, { status: 'CONFIRMED', emailVerified: true, confirmation: null, modifiedMs: world.now() });
  return {};
});

export const resendConfirmationCode = named({}, (world, username) => {
  const user = findUser(world, username);
  if (!user) {
    if (!world.pool.hidesUsers) throw userNotFound();
    return delivery(username);
  }
  if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
  user.confirmation = mailCode(world, user, oneDayMs, user.confirmation);
  return delivery(user.email);
});

const userNotFound = () => new CognitoError('UserNotFoundException', 'Username/client id combination not found.');
