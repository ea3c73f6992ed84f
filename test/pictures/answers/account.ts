import type { Answer } from 'shared-types/contract/api';
import { defaultNewsRules } from 'shared-types/rules/notify/news-rules';
import type { Density } from 'shared-types/rules/auth/preferences';
import type { Answers } from './answers.ts';
import { day, hour, now } from './now.ts';

const userId = 'cognito|0a1b2c3d';

const sessionWith = (density: Density, version: number): Answer<'GET /api/auth/session'> => ({
  data: {
    userContext: { name: 'Ann', userId, avatarUrl: null },
    preferences: {
      theme: 'system',
      density,
      singleKeys: true,
      enterSends: false,
      titlesByModel: true,
      tools: ['ljmonitor', 'stack', 'chat'],
      views: [],
      starters: [],
      version,
    },
  },
});

/** Ann has chosen one line a house. */
export const compactRows: Answers = { 'GET /api/auth/session': () => sessionWith('compact', 1) };

export const accountAnswers: Answers = {
  'GET /api/auth/session': () => sessionWith('comfortable', 0),
  'GET /api/auth/owner': () => ({ isOwner: true }),
  'GET /api/auth/mails': () => ({ address: 'ann@home.example', state: 'on' }),
  'GET /api/auth/sessions': () => [
    {
      sessionRef: 'a'.repeat(64),
      createTime: now - 2 * hour,
      provider: 'cognito',
      browser: 'Chrome',
      system: 'macOS',
      current: true,
    },
    {
      sessionRef: 'b'.repeat(64),
      createTime: now - 6 * day,
      provider: 'google',
      browser: 'Safari',
      system: 'iOS',
      current: false,
    },
  ],
  'GET /api/notify/settings': () => ({
    channels: [
      {
        channelId: '00000000-0000-4000-8000-000000000001',
        kind: 'push',
        label: 'Phone',
        state: 'on',
        problem: null,
        lastSentTime: now - 2 * hour,
      },
      {
        channelId: '00000000-0000-4000-8000-000000000002',
        kind: 'webhook',
        label: 'hooks.home.example',
        state: 'paused',
        problem: 'The server did not respond.',
        lastSentTime: now - 8 * day,
      },
    ],
    rules: { ...defaultNewsRules, cheaperBy: 2, quiet: { from: 22 * 60, to: 8 * 60 } },
    hasEmail: true,
    pushKey: '',
  }),
  'GET /api/auth/activity': () => [],
  'GET /api/auth/owner/activity': () => ({ events: [], cursor: null }),
  'GET /api/auth/owner/invitations': () => [
    {
      invitationRef: 'c'.repeat(64),
      note: '小明, from the chess club',
      createTime: now - day,
      expiryTime: now + 6 * day,
      state: 'open',
      usedBy: null,
    },
  ],
  'GET /api/auth/owner/accounts': () => [
    {
      name: 'Dan',
      userId: 'google|1029384756',
      avatarUrl: null,
      email: 'dan@home.example',
      provider: 'google',
      lastSignInTime: now - 3 * day,
      disabledTime: null,
    },
  ],
};

export const visitorAnswers: Answers = {
  'GET /api/auth/session': () => undefined,
  'GET /api/auth/google/init': () => ({
    authorization_endpoint: 'https://accounts.example/authorize',
    clientId: 'client',
    stateToken: 'state',
    codeChallenge: 'challenge',
  }),
};
