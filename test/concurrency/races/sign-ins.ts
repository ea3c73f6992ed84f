import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { googleProfile } from 'lambdas/auth/account/google-account';
import { cognitoProfile } from 'lambdas/auth/account/account';
import { newSession, newSignIn } from 'lambdas/auth/sessions/session';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';
import { at, challenge, password, rowsOf, storeOf, tokenOf } from './auth.ts';

const tokens = { session: tokenOf('s'), refresh: tokenOf('r') };
const place = 'Firefox 203.0.113.0/24';
const profile = cognitoProfile({ subject: 'ann', email: 'ann@x', providerUsername: 'ann' });
const signIn = newSignIn(
  profile,
  { refreshToken: 'token', providerUsername: 'ann' },
  { signInId: 'sign-in', place, system: 'macOS' },
  at(1000),
);
const session = newSession(profile, signIn, at(1000));
const ann = { profile, signIn, session, tokens, ...password };

/** Counts the stored sessions and those that the sign-in lists. */
async function sessionsOf(table: ScenarioTable) {
  const stored = (await rowsOf(table, 'SESSION#')).length;
  const [known] = await storeOf(table).signIns.list(profile.userId, at(1000));
  return [stored, known?.sessions.length ?? 'none'];
}

/** Signs Ann in and reads her sign-in. */
async function signedIn(table: ScenarioTable) {
  const { challenges, signIns } = storeOf(table);
  await challenges.put(password.challenge, challenge);
  await signIns.create(ann, at(1000));
  return { signIns, read: await signIns.find(tokens.refresh, at(1000)) };
}

export const signInRaces: ConcurrencyScenario[] = [
  {
    name: 'a correct code arrives twice',
    async run(table) {
      const { challenges, signIns } = storeOf(table);
      await challenges.put(password.challenge, challenge);
      const again = { ...ann, tokens: { session: tokenOf('t'), refresh: tokenOf('u') } };
      const told = [await signIns.create(ann, at(1000)), await signIns.create(again, at(1000))];
      return [...told, ...(await sessionsOf(table))];
    },
    expected: [true, false, 1, 1],
  },
  {
    name: 'two Google accounts sign in with one allowed address',
    async run(table) {
      const { signIns } = storeOf(table);
      const told = [];
      for (const [subject, letter] of [
        ['1', 'x'],
        ['2', 'y'],
        ['1', 'z'],
      ] as const) {
        const times = { issuedAtMs: 1000, authenticatedAtMs: undefined };
        const identity = { subject, email: 'ann@x', isVerified: true, name: 'Ann', picture: '', ...times };
        const listed = googleProfile(identity, 'ann@x');
        const opened = newSignIn(
          listed,
          { refreshToken: 'token', providerUsername: subject },
          { signInId: letter, place, system: 'macOS' },
          at(1000),
        );
        const opening = {
          profile: listed,
          signIn: opened,
          session: newSession(listed, opened, at(1000)),
          tokens: { session: tokenOf(letter), refresh: tokenOf(letter) },
          device: { id: letter, usernames: [listed.userId] },
        };
        told.push(await signIns.create(opening, at(1000)));
      }
      return [
        ...told,
        (await rowsOf(table, 'SESSION#')).length,
        (await rowsOf(table, 'ACCOUNT#')).filter(({ sk }) => sk === 'ACCOUNT').length,
      ];
    },
    expected: [true, false, true, 2, 1],
  },
  {
    name: 'two tabs renew a session',
    async run(table) {
      const { signIns, read } = await signedIn(table);
      if (!read) return 'no user is signed in';
      const told = [];
      for (const tab of ['v', 'w'])
        told.push(await signIns.renew(read, session, { token: tokenOf(tab), place: tab }, at(1000)));
      return [...told, ...(await sessionsOf(table))];
    },
    expected: [[place], [place, 'v'], 3, 3],
  },
  {
    name: 'an account is disabled before a correct code arrives, and enabled again',
    async run(table) {
      const { accounts, challenges, signIns } = storeOf(table);
      const { read } = await signedIn(table);
      const told = [await accounts.disable('cognito|bob', at(1000)), await accounts.enable('cognito|bob')];
      told.push(await accounts.disable(profile.userId, at(1000)));
      await challenges.put(password.challenge, challenge);
      const again = { ...ann, tokens: { session: tokenOf('t'), refresh: tokenOf('u') } };
      told.push(await signIns.create(again, at(2000)), await accounts.enable(profile.userId));
      told.push(await signIns.create(again, at(3000)));
      return [read !== undefined, ...told, (await rowsOf(table, 'ACCOUNT#')).length];
    },
    expected: [true, false, false, true, false, true, true, 2],
  },
  {
    name: 'two pages of a browser are loaded, an hour passes, and the sign-in ends meanwhile',
    async run(table) {
      const { challenges } = storeOf(table);
      const { signIns } = await signedIn(table);
      const used = async () => {
        const times = [...(await rowsOf(table, 'SESSION#')), ...(await rowsOf(table, 'SIGN_IN#'))];
        return times.map(({ lastUsedAtMs }) => lastUsedAtMs);
      };
      const seen = [];
      for (const [userId, ms] of [
        ['cognito|bob', 3_700_000],
        [profile.userId, 3_700_000],
        [profile.userId, 3_701_000],
        [profile.userId, 7_300_000],
      ] as const) {
        await signIns.markUsed(tokens, userId, at(ms));
        seen.push(...(await used()));
      }
      const Key = { pk: signIns.keyOf(tokens.refresh), sk: 'SIGN_IN' };
      await table.client.send(new DeleteCommand({ TableName: table.TableName, Key }));
      await signIns.markUsed(tokens, profile.userId, at(20_000_000));
      seen.push(...(await used()));
      const { key = '' } = (await signIns.findSession(tokens.session)) ?? {};
      await signIns.removeSession(key);
      await challenges.put(password.challenge, challenge);
      await signIns.create({ ...ann, tokens: { session: tokenOf('t'), refresh: tokens.refresh } }, at(1000));
      await signIns.markUsed(tokens, profile.userId, at(20_000_000));
      return [...seen, (await rowsOf(table, 'SESSION#')).length];
    },
    expected: [1000, 1000, 3_700_000, 3_700_000, 3_700_000, 3_700_000, 7_300_000, 7_300_000, 7_300_000, 1],
  },
  {
    name: 'a browser has the session of another user beside its own sign-in',
    async run(table) {
      const { signIns } = await signedIn(table);
      const other = cognitoProfile({ subject: 'bob', email: 'bob@x', providerUsername: 'bob' });
      const ofOther = { ...signIn, userId: other.userId };
      const theirs = { session: tokenOf('t'), refresh: tokenOf('u') };
      const theirSession = newSession(other, ofOther, at(1000));
      const { device } = password;
      await signIns.create(
        { profile: other, signIn: ofOther, session: theirSession, tokens: theirs, device },
        at(1000),
      );
      await signIns.markUsed({ ...tokens, session: theirs.session }, profile.userId, at(3_700_000));
      return (await rowsOf(table, 'SESSION#')).map(({ lastUsedAtMs }) => lastUsedAtMs);
    },
    expected: [1000, 1000],
  },
  {
    name: 'a user confirms while the session ends, in a session of another user, and after its hour',
    async run(table) {
      const { signIns } = await signedIn(table);
      const { key = '' } = (await signIns.findSession(tokens.session)) ?? {};
      const told = [
        await signIns.markAuthenticated(key, 'cognito|bob', at(2000)),
        await signIns.markAuthenticated(key, profile.userId, at(session.expiresAtMs)),
        await signIns.markAuthenticated(key, profile.userId, at(2000)),
      ];
      await signIns.removeSession(key);
      told.push(await signIns.markAuthenticated(key, profile.userId, at(3000)));
      return [...told, (await rowsOf(table, 'SESSION#')).length];
    },
    expected: [false, false, true, false, 0],
  },
  {
    name: 'a sign-in is ended while a session of it is renewed',
    async run(table) {
      const { signIns, read } = await signedIn(table);
      if (!read) return 'no user is signed in';
      await signIns.end(read.key);
      return [
        await signIns.renew(read, session, { token: tokenOf('v'), place }, at(1000)),
        ...(await sessionsOf(table)),
      ];
    },
    expected: [undefined, 0, 'none'],
  },
];
