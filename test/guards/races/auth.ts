import { newChallenge } from 'lambdas/auth/challenge';
import type { Limit } from 'lambdas/auth/limits';
import { cognitoPerson, newSession, newSignIn } from 'lambdas/auth/sign-in';
import { dynamoAuthStore } from 'lambdas/auth/store';
import type { Course, Race } from '../../support/races.ts';
import { invitationRaces } from './invitations.ts';

const at = (ms: number) => new Date(ms);
const storeOf = ({ client, TableName }: Course) => dynamoAuthStore(client, TableName, TableName);
const tokenOf = (letter: string) => letter.repeat(43);
const tokens = { session: tokenOf('s'), refresh: tokenOf('r') };
const step = tokenOf('c');
const challenge = newChallenge('mfa', 'ann@x', { subject: 'ann', session: 'cognito' }, at(1000));

/** What is stored of a kind of row. */
const rowsOf = async (course: Course, kind: string) =>
  (await course.rows()).filter(({ pk }) => String(pk).startsWith(kind));

const attemptsOf = async (course: Course) => (await rowsOf(course, 'STEP#')).map(({ attempts }) => attempts);

const challengeRaces: Race[] = [
  {
    name: 'six codes are tried at once',
    async run(course) {
      const { challenges } = storeOf(course);
      await challenges.put(step, challenge);
      const told = [];
      for (let code = 0; code < 6; code++) told.push(await challenges.takeAttempt(step));
      return [...told, ...(await attemptsOf(course))];
    },
    ends: [true, true, true, true, true, false, 5],
  },
  {
    name: 'an attempt is given back twice',
    async run(course) {
      const { challenges } = storeOf(course);
      await challenges.put(step, challenge);
      await challenges.takeAttempt(step);
      for (const _ of [1, 2]) await challenges.giveBackAttempt(step);
      return attemptsOf(course);
    },
    ends: [0],
  },
  {
    name: 'an authenticator is proven when the sign-in is over',
    async run(course) {
      await storeOf(course).challenges.putProof(step, 'next');
      return (await course.rows()).length;
    },
    ends: 0,
  },
];

const limits: Limit[] = [
  { what: 'code', who: 'ann', most: 2, windowMs: 10_000 },
  { what: 'passwordRun', who: 'ann', most: 2, windowMs: 10_000, slides: true },
];

const counted = async (course: Course) =>
  (await rowsOf(course, 'LIMIT#')).map(({ taken, endsAtMs }) => [taken, endsAtMs]);

const countRaces = limits.flatMap((limit): Race[] => {
  const named = limit.slides ? 'a run' : 'a window';
  return [
    {
      name: `${named} is full, and is over`,
      async run(course) {
        const { counters } = storeOf(course);
        const until = [];
        for (const ms of [1000, 1000, 1000, 12_000]) until.push((await counters.take([limit], at(ms))) ?? 'in');
        return [...until, ...(await counted(course))];
      },
      ends: ['in', 'in', 11_000, 'in', [1, 22_000]],
    },
    {
      name: `${named} that is not full is over`,
      async run(course) {
        const { counters } = storeOf(course);
        for (const ms of [1000, 12_000]) await counters.take([limit], at(ms));
        return counted(course);
      },
      ends: [[1, 22_000]],
    },
    {
      name: `two begin ${named}`,
      async run(course) {
        const { counters } = storeOf(course);
        course.meanwhile('SET taken = :one', () => counters.take([limit], at(1000)));
        const told = [await counters.take([limit], at(1000)), await counters.take([limit], at(1000))];
        return [...told.map((until) => until ?? 'in'), ...(await counted(course))];
      },
      ends: ['in', 11_000, [2, 11_000]],
    },
    {
      name: `one of ${named} is given back twice`,
      async run(course) {
        const { counters } = storeOf(course);
        await counters.take([limit], at(1000));
        for (const _ of [1, 2]) await counters.giveBack([limit]);
        return counted(course);
      },
      ends: [[0, 11_000]],
    },
  ];
});

const person = cognitoPerson({ subject: 'ann', email: 'ann@x', providerUsername: 'ann' });
const signIn = newSignIn(person, { refreshToken: 'token', providerUsername: 'ann' }, 'sign-in', at(1000));
const session = newSession(person, 'sign-in', at(1000));
const password = { challenge: step, device: tokenOf('d'), usernames: ['ann@x'] };
const opening = { person, signIn, session, tokens, password };

/** How many sessions are stored, and how many the sign-in knows. */
async function sessionsOf(course: Course) {
  const stored = (await rowsOf(course, 'SESSION#')).length;
  const [known] = await storeOf(course).signIns.list(person.userId, at(1000));
  return [stored, known?.sessions.length ?? 'none'];
}

const signInRaces: Race[] = [
  {
    name: 'a right code comes twice',
    async run(course) {
      const { challenges, signIns } = storeOf(course);
      await challenges.put(step, challenge);
      const again = { ...opening, tokens: { session: tokenOf('t'), refresh: tokenOf('u') } };
      const told = [await signIns.open(opening, at(1000)), await signIns.open(again, at(1000))];
      return [...told, ...(await sessionsOf(course))];
    },
    ends: [true, false, 1, 1],
  },
  {
    name: 'two Google accounts come in by one address of the list',
    async run(course) {
      const { accounts, signIns } = storeOf(course);
      const told = [];
      for (const [nth, userId] of ['google|1', 'google|2', 'google|1'].entries()) {
        const account = { ...person, userId, provider: 'google' as const };
        const opened = { session: tokenOf(String(nth)), refresh: tokenOf(String(nth)) };
        const come = { person: account, signIn: { ...signIn, userId }, session, tokens: opened };
        told.push(await signIns.open(come, at(1000)));
      }
      return [...told, ...(await accounts.list()).map(({ userId }) => userId)];
    },
    ends: [true, false, true, 'google|1'],
  },
  {
    name: 'two tabs renew a session',
    async run(course) {
      const { challenges, signIns } = storeOf(course);
      await challenges.put(step, challenge);
      await signIns.open(opening, at(1000));
      const read = await signIns.find(tokens.refresh, at(1000));
      if (!read) return 'nobody is signed in';
      const told = [];
      for (const tab of ['v', 'w']) told.push(await signIns.renew(read, session, tokenOf(tab), at(1000)));
      return [...told, ...(await sessionsOf(course))];
    },
    ends: [true, true, 3, 3],
  },
  {
    name: 'a sign-in is ended while a session of it is renewed',
    async run(course) {
      const { challenges, signIns } = storeOf(course);
      await challenges.put(step, challenge);
      await signIns.open(opening, at(1000));
      const read = await signIns.find(tokens.refresh, at(1000));
      if (!read) return 'nobody is signed in';
      await signIns.end(read.key);
      return [await signIns.renew(read, session, tokenOf('v'), at(1000)), ...(await sessionsOf(course))];
    },
    ends: [false, 0, 'none'],
  },
];

export const authRaces: Race[] = [...challengeRaces, ...countRaces, ...invitationRaces, ...signInRaces];
