import type { AuditEvent } from 'shared-types/contract/audit';
import { type Kind, now, nowMs } from './kind.ts';

const ttl = 1_802_952_000;
const day = '2026-11-21';
const sent = { network: '203.0.113.0/24', browser: 'Firefox' as const, requestId: 'request-1' };

const started: AuditEvent = {
  ...sent,
  eventRef: `${nowMs}#request-1`,
  time: nowMs,
  kind: 'stackStarted',
  outcome: 'done',
  code: null,
  userId: 'cognito|1',
  usernames: [],
  hasMoreUsernames: false,
  by: null,
  route: 'POST /api/minecraft_bedrock/v2/{stackName}/start',
  subject: 'creative',
  isNewBrowser: false,
  count: 1,
};
const refusedRef = `${nowMs}#signIn#incorrectUsernameOrPassword#203.0.113.0/24`;

export const auditRows: Kind[] = [
  {
    name: 'auth: address that AWS has asked to confirm its mails',
    row: { pk: 'MAILS#438c4c7afe600cdf1e455c369bec76dc970fc8ca463447c7b387a347f3c79331', sk: 'ASKED', askedAtMs: 1 },
    read: ({ auth }) => auth.mailClaims.claim('ann@example.org', now, AbortSignal.timeout(10_000)),
    means: false,
  },
  {
    name: 'audit: event',
    row: {
      pk: `DAY#${day}`,
      sk: `${nowMs}#request-1`,
      gsi1pk: 'USER#cognito|1',
      gsi1sk: `${nowMs}#request-1`,
      ttl,
      ...sent,
      timeMs: nowMs,
      kind: 'stackStarted',
      userId: 'cognito|1',
      route: 'POST /api/minecraft_bedrock/v2/{stackName}/start',
      subject: 'creative',
      count: 1,
    },
    read: async ({ activity }) => ({
      ofDay: (await activity.page({ day })).events,
      ofUser: (await activity.page({ userId: 'cognito|1' })).events,
    }),
    means: { ofDay: [started], ofUser: [started] },
  },
  {
    name: 'audit: counted events of a minute',
    row: {
      pk: `DAY#${day}`,
      sk: refusedRef,
      ttl,
      ...sent,
      timeMs: nowMs,
      kind: 'signIn',
      code: 'incorrectUsernameOrPassword',
      usernames: new Set(['fay', 'bo', 'ann', 'dan', 'cy', 'eve'].map((name) => `${name}@example.org`)),
      route: 'POST /api/auth/cognito/sign_in',
      count: 30,
    },
    read: async ({ activity }) => (await activity.page({ day })).events,
    means: [
      {
        ...started,
        eventRef: refusedRef,
        kind: 'signIn',
        outcome: 'refused',
        code: 'incorrectUsernameOrPassword',
        userId: null,
        usernames: ['ann', 'bo', 'cy', 'dan', 'eve'].map((name) => `${name}@example.org`),
        hasMoreUsernames: true,
        route: 'POST /api/auth/cognito/sign_in',
        subject: null,
        count: 30,
      },
    ],
  },
];
