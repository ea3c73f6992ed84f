import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { newChallenge } from 'lambdas/auth/challenge';
import type { Limit } from 'lambdas/auth/limits';
import { cognitoPerson, newSession, newSignIn } from 'lambdas/auth/sign-in';
import { dynamoAuthStore } from 'lambdas/auth/store';
import { hashed } from 'lambdas/lib/token';
import type { Course, Race } from '../../support/races.ts';

const at = (ms: number) => new Date(ms);
const storeOf = ({ client, TableName }: Course) => dynamoAuthStore(client, TableName, TableName);
const tokenOf = (letter: string) => letter.repeat(43);
const tokens = {
  session: tokenOf('s'),
  refresh: tokenOf('r'),
  device: tokenOf('d'),
  challenge: tokenOf('c'),
};
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
      await challenges.put(tokens.challenge, challenge);
      const told = [];
      for (let code = 0; code < 6; code++) told.push(await challenges.takeAttempt(tokens.challenge));
      return [...told, ...(await attemptsOf(course))];
    },
    ends: [true, true, true, true, true, false, 5],
  },
  {
    name: 'an attempt is given back twice',
    async run(course) {
      const { challenges } = storeOf(course);
      await challenges.put(tokens.challenge, challenge);
      await challenges.takeAttempt(tokens.challenge);
      for (const _ of [1, 2]) await challenges.giveBackAttempt(tokens.challenge);
      return attemptsOf(course);
    },
    ends: [0],
  },
  {
    name: 'an authenticator is proven when the sign-in is over',
    async run(course) {
      await storeOf(course).challenges.putProof(tokens.challenge, 'next');
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

const code = 'ABCDE';
const inviteKey = { pk: `INVITE#${hashed(code)}`, sk: 'INVITE' };
const invite = async ({ client, TableName }: Course) => {
  await client.send(new PutCommand({ TableName, Item: { ...inviteKey, expiresAtMs: 1e9 } }));
};
const forget = ({ client, TableName }: Course) => client.send(new DeleteCommand({ TableName, Key: inviteKey }));
const invitation = async (course: Course) =>
  (await course.rows()).map(({ usedBy, reservedBy, reservations }) => [
    usedBy ?? 'unused',
    reservedBy ?? 'free',
    reservations instanceof Set ? [...reservations].map(String).toSorted() : [],
  ]);

/** Ann reserves an invitation, and somebody is quicker. */
const quicker = (
  name: string,
  words: string,
  others: (store: ReturnType<typeof storeOf>['invitations'], course: Course) => Promise<unknown>,
  ends: unknown[],
): Race => ({
  name,
  async run(course) {
    await invite(course);
    const { invitations } = storeOf(course);
    if (words === joining) await invitations.reserve(code, 'ann', '1', at(1000));
    course.meanwhile(words, () => others(invitations, course));
    return [await invitations.reserve(code, 'ann', '2', at(2000)), ...(await invitation(course))];
  },
  ends,
});
const taking = 'SET reservedBy = :user';
const joining = 'ADD reservations :id';

const invitationRaces: Race[] = [
  quicker('an invitation is forgotten while it is reserved', taking, (_, course) => forget(course), ['refused']),
  quicker('another reserves an invitation first', taking, (store) => store.reserve(code, 'bob', '9', at(2000)), [
    'refused',
    ['unused', 'bob', ['9']],
  ]),
  quicker(
    'another has signed up with an invitation first',
    taking,
    async (store) => {
      await store.reserve(code, 'bob', '9', at(2000));
      await store.consume(code, 'bob');
    },
    ['refused', ['bob', 'free', []]],
  ),
  quicker('a first try fails just when the second one joins it', joining, (store) => store.release(code, '1'), [
    'mine',
    ['unused', 'ann', ['2']],
  ]),
  quicker(
    'a first try fails, and another reserves, just when the second one joins it',
    joining,
    async (store) => {
      await store.release(code, '1');
      await store.reserve(code, 'bob', '9', at(2000));
    },
    ['refused', ['unused', 'bob', ['9']]],
  ),
  {
    name: 'an invitation is used that is forgotten, and one that was used by another',
    async run(course) {
      const { invitations } = storeOf(course);
      await invitations.consume(code, 'ann');
      const forgotten = await invitation(course);
      await invite(course);
      for (const user of ['ann', 'bob']) await invitations.consume(code, user);
      return [...forgotten, ...(await invitation(course))];
    },
    ends: [['ann', 'free', []]],
  },
  {
    name: 'a reservation is given back of an invitation that is forgotten',
    async run(course) {
      await storeOf(course).invitations.release(code, '1');
      return invitation(course);
    },
    ends: [],
  },
];

const person = cognitoPerson({ subject: 'ann', email: 'ann@x', providerUsername: 'ann' });
const signIn = newSignIn(person, { refreshToken: 'token', providerUsername: 'ann' }, 'sign-in', at(1000));
const session = newSession(person, 'sign-in', at(1000));
const opening = { person, signIn, session, tokens, usernames: ['ann@x'] };

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
      await challenges.put(tokens.challenge, challenge);
      const again = { ...opening, tokens: { ...tokens, session: tokenOf('t'), refresh: tokenOf('u') } };
      const told = [await signIns.open(opening, at(1000)), await signIns.open(again, at(1000))];
      return [...told, ...(await sessionsOf(course))];
    },
    ends: [true, false, 1, 1],
  },
  {
    name: 'two tabs renew a session',
    async run(course) {
      const { challenges, signIns } = storeOf(course);
      await challenges.put(tokens.challenge, challenge);
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
      await challenges.put(tokens.challenge, challenge);
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
