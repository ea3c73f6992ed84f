import { expect } from '@jest/globals';
import { type Kind, laterMs, now, nowMs } from './kind.ts';

const token = 'A'.repeat(43);
const otherToken = 'B'.repeat(43);
const hash = '0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a';
const otherHash = '412dc46cc9e3cb26f29f7c1415c556349af62904c5d15b0a2d8cfdc5cfa22b34';
const ttl = 1_795_219_200;
const [createdAtMs, expiresAtMs] = [nowMs, laterMs];

const ann = { userId: 'cognito|1', name: 'ann', avatarUrl: null };
const provider = 'cognito' as const;
const email = 'ann@example.org';
const asGoogle = { userId: 'google|2', name: 'Bo', avatarUrl: null, provider: 'google' as const, email };
const signIn = {
  signInId: 'sign-in-1',
  userId: 'cognito|1',
  provider,
  refreshToken: 'token-1',
  providerUsername: 'sub-1',
  createdAtMs,
  expiresAtMs,
};

const session = {
  pk: `SESSION#${hash}`,
  sk: 'SESSION',
  ttl,
  ...ann,
  provider,
  email,
  signInId: 'sign-in-1',
  createdAtMs,
  expiresAtMs,
  lastUsedAtMs: createdAtMs,
};

const account = { name: 'ann', avatarUrl: 'https://a', email, provider: 'google', lastSignInMs: nowMs };

export const authRows: Kind[] = [
  {
    name: 'sessions: session of one hour',
    row: { ...session, authenticatedAtMs: createdAtMs },
    read: async ({ sessions, auth: { signIns } }) => ({
      who: await sessions.find(token, now),
      own: await signIns.findSession(token),
    }),
    means: {
      who: { ...ann, email, authenticatedAtMs: createdAtMs, lastUsedAtMs: createdAtMs },
      own: { key: `SESSION#${hash}`, signInId: 'sign-in-1', userId: ann.userId },
    },
  },
  {
    name: 'sessions: session of one hour',
    when: 'renewed',
    row: session,
    read: ({ sessions }) => sessions.find(token, now),
    means: { ...ann, email, lastUsedAtMs: createdAtMs },
  },
  {
    name: 'auth: sign-in of a browser, which its refresh cookie names',
    row: { pk: `SIGN_IN#${hash}`, sk: 'SIGN_IN', gsi1pk: 'USER#cognito|1', gsi1sk: `SIGN_IN#${createdAtMs}`, ttl },
    kept: {
      ...signIn,
      places: ['Firefox 203.0.113.0/24'],
      system: 'macOS',
      lastUsedAtMs: createdAtMs,
      sessions: [{ key: `SESSION#${hash}`, expiresAtMs }],
      renewals: 3,
    },
    read: ({ auth }) => auth.signIns.find(token, now),
    means: { key: `SIGN_IN#${hash}` },
  },
  {
    name: 'auth: challenge of a sign-in',
    row: { pk: `CHALLENGE#${hash}`, sk: 'CHALLENGE', ttl, attempts: 0 },
    kept: { kind: 'mfa', username: email, subject: 'sub-1', session: 'session-1', proven: true, expiresAtMs },
    read: ({ auth }) => auth.challenges.find(token, 'mfa', now),
  },
  {
    name: 'auth: end of all challenges of a user, at a new password',
    row: { pk: `CHALLENGES#${email}`, sk: 'ENDED', endedAtMs: 1, ttl },
    read: ({ auth }) => auth.challenges.endedAtMs(email),
    means: 1,
  },
  {
    name: 'auth: step of a sign-in with Google',
    row: { pk: `STEP#${hash}`, sk: `GOOGLE#${otherHash}`, ttl },
    kept: {
      verifier: 'verifier-1',
      device: otherHash,
      confirms: { sessionKey: `SESSION#${hash}`, userId: 'google|1' },
      expiresAtMs,
    },
    read: ({ auth }) => auth.googleSteps.take(token, otherToken),
  },
  {
    name: 'auth: step of a sign-in with Google',
    when: 'of an unknown browser',
    row: { pk: `STEP#${hash}`, sk: `GOOGLE#${otherHash}`, verifier: 'verifier-1', expiresAtMs, ttl },
    read: ({ auth }) => auth.googleSteps.take(token, otherToken),
    means: { verifier: 'verifier-1', expiresAtMs },
  },
  {
    name: "auth: a browser's previous sign-in with Google",
    row: { pk: `STEP#${hash}`, sk: 'SIGNED_IN', signInKey: `SIGN_IN#${otherHash}`, ttl },
    read: ({ auth }) => auth.googleSteps.replaceSignIn(token, 'SIGN_IN#new', laterMs),
    means: `SIGN_IN#${otherHash}`,
  },
  {
    name: 'auth: Google account that owns a listed email',
    row: {
      pk: 'GOOGLE#438c4c7afe600cdf1e455c369bec76dc970fc8ca463447c7b387a347f3c79331',
      sk: 'BINDING',
      userId: 'google|1',
    },
    // The address is bound to another account, so this sign-in is refused.
    read: ({ auth }) =>
      auth.signIns.create(
        {
          profile: asGoogle,
          signIn: {
            ...asGoogle,
            signInId: 'x',
            refreshToken: 'x',
            providerUsername: 'x',
            createdAtMs,
            expiresAtMs,
            lastUsedAtMs: createdAtMs,
            places: [],
            system: 'other',
          },
          session: { ...asGoogle, signInId: 'x', createdAtMs, expiresAtMs, lastUsedAtMs: createdAtMs },
          tokens: { session: token, refresh: token },
          device: { id: hash, usernames: ['google|2'] },
        },
        now,
      ),
    means: false,
  },
  {
    name: 'auth: invitation',
    row: {
      pk: 'INVITE#f0393febe8baaa55e32f7be2a7cc180bf34e52137d99e056c817a9c07b8f239a',
      sk: 'INVITE',
      gsi1pk: 'INVITES',
      gsi1sk: `INVITE#${createdAtMs}`,
      ttl,
      note: 'Dan',
      createdAtMs,
      expiresAtMs,
      reservedUntilMs: nowMs - 1,
      reservedBy: 'dan@example.org',
      reservations: new Set(['reservation-1']),
    },
    read: async ({ auth: { invitations } }) => ({
      listed: await invitations.list(),
      reserved: await invitations.reserve('AB-CDE', email, 'reservation-2', now),
    }),
    means: { listed: [expect.objectContaining({ note: 'Dan', createdAtMs, expiresAtMs })], reserved: 'mine' },
  },
  {
    name: 'auth: invitation',
    when: "made by the operator's command",
    row: {
      pk: 'INVITE#f0393febe8baaa55e32f7be2a7cc180bf34e52137d99e056c817a9c07b8f239a',
      sk: 'INVITE',
      gsi1pk: 'INVITES',
      gsi1sk: `INVITE#${createdAtMs}`,
      ttl,
      createdAtMs,
      expiresAtMs,
    },
    read: async ({ auth: { invitations } }) => ({
      listed: await invitations.list(),
      reserved: await invitations.reserve('AB-CDE', email, 'reservation-2', now),
    }),
    means: { listed: [expect.objectContaining({ note: '', createdAtMs, expiresAtMs })], reserved: 'mine' },
  },
  {
    name: 'auth: known browser',
    row: { pk: `DEVICE#${hash}`, sk: 'DEVICE', usernames: [email], expiresAtMs, ttl },
    read: ({ auth }) => auth.devices.find(hash, now),
    means: { id: hash, usernames: [email] },
  },
  {
    name: 'auth: account',
    row: {
      pk: 'ACCOUNT#cognito|1',
      sk: 'ACCOUNT',
      gsi1pk: `USERNAME#${email}`,
      gsi1sk: 'ACCOUNT#cognito|1',
      ...account,
      firstSignInMs: 1,
    },
    read: async ({ auth: { accounts } }) => [await accounts.find('cognito|1'), await accounts.listUserIds(email)],
    means: [{ userId: 'cognito|1', ...account }, ['cognito|1']],
  },
  {
    name: 'auth: account',
    when: 'disabled',
    row: { pk: 'ACCOUNT#cognito|1', sk: 'ACCOUNT', ...account, firstSignInMs: 1, disabledAtMs: 5 },
    read: ({ auth: { accounts } }) => accounts.find('cognito|1'),
    means: { userId: 'cognito|1', ...account, disabledAtMs: 5 },
  },
  {
    name: "auth: account in the owner's list",
    row: {
      pk: 'ACCOUNT#cognito|1',
      sk: 'LISTED',
      gsi1pk: 'ACCOUNTS',
      gsi1sk: `ACCOUNT#${email}#cognito|1`,
      ...account,
    },
    read: ({ auth }) => auth.accounts.list(),
    means: [{ userId: 'cognito|1', ...account }],
  },
];
