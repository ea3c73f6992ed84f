import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { CognitoError, invalidParameter, notAuthorized } from './error.ts';
import { hashOf, refuseWeak } from './passwords.ts';
import type { User } from './state.ts';
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

const oneDayMs = 86_400_000;

const Attributes = z.array(z.strictObject({ Name: z.string(), Value: z.string() })).default([]);

const SignUp = z.strictObject({
  ClientId: z.string(),
  SecretHash: z.string().optional(),
  Username: z.string().min(1).max(128),
  Password: z.string().max(256),
  UserAttributes: Attributes,
});

export const signUp: Operation = async (world, given) => {
  const input = inputOf(SignUp, given);
  refuseOtherClient(world, input.ClientId);
  refuseWrongHash(world, input.Username, input.SecretHash);
  const email = input.Username.toLowerCase();
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
};

const Confirm = z.strictObject({
  ClientId: z.string(),
  SecretHash: z.string().optional(),
  Username: z.string().min(1).max(128),
  ConfirmationCode: z.string().min(1).max(2048).regex(/^\S+$/),
});

export const confirmSignUp: Operation = (world, given) => {
  const { ClientId, SecretHash, Username, ConfirmationCode } = inputOf(Confirm, given);
  refuseOtherClient(world, ClientId);
  refuseWrongHash(world, Username, SecretHash);
  const user = findUser(world, Username);
  if (!user) throw world.pool.hidesUsers ? expiredCode() : userNotFound();
  if (user.status !== 'UNCONFIRMED') throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
  refuseWrongCode(world, user.confirmation, ConfirmationCode);
  Object.assign(user, { status: 'CONFIRMED', emailVerified: true, confirmation: null, modifiedMs: world.now() });
  return {};
};

const Resend = z.strictObject({
  ClientId: z.string(),
  SecretHash: z.string().optional(),
  Username: z.string().min(1).max(128),
});

export const resendConfirmationCode: Operation = (world, given) => {
  const { ClientId, SecretHash, Username } = inputOf(Resend, given);
  refuseOtherClient(world, ClientId);
  refuseWrongHash(world, Username, SecretHash);
  const user = findUser(world, Username);
  if (!user) {
    if (!world.pool.hidesUsers) throw userNotFound();
    return delivery(Username);
  }
  if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
  user.confirmation = mailCode(world, user, oneDayMs, user.confirmation);
  return delivery(user.email);
};

const userNotFound = () => new CognitoError('UserNotFoundException', 'Username/client id combination not found.');
