import { defaultNewsRules } from 'shared-types/rules/notify/news-rules';
import { newsTopics } from 'shared-types/rules/notify/topics';
import { sha256 } from '../../support/sha256.ts';
import { type Kind, laterMs, nowMs } from './kind.ts';

const views = [{ name: 'Two rooms', query: 'minRooms=2' }];
const ref = { userId: 'cognito|1', channelId: '00000000-0000-4000-8000-000000000001' };
const address = { kind: 'webhook' as const, url: 'https://hooks.example.org/a' };
const group = {
  groupId: '1199027300101',
  name: '柳荫里',
  entries: [
    {
      topic: 'cheaper',
      title: '南北通透',
      price: 480,
      before: 500,
      houseId: '101000000001',
      url: 'https://bj.example/1',
      hiddenFrom: ['google|2'],
      viewsOf: ['cognito|1'],
      atMs: nowMs,
      untilMs: laterMs,
    },
  ],
};
/** The causes of news, which a message says in the language of its reader. */
const causes = [
  { kind: 'sitePaused', refusal: 'login', untilMs: laterMs },
  { kind: 'actionFailed', action: 'STOP' },
  { kind: 'answerFailed', sentence: 'The model returned an empty answer.' },
  { kind: 'channelFailed', problem: { en: 'The server did not respond.', zh: '服务器没有响应。' }, end: 'gone' },
];
const caused = causes.map((cause) => ({ topic: 'blocked', title: '', cause }));
const news = {
  newsId: 'ljmonitor-1',
  tool: 'ljmonitor',
  userId: null,
  atMs: nowMs,
  sinceMs: nowMs,
  groups: [group, { groupId: null, name: '', entries: caused }],
};

export const notifyRows: Kind[] = [
  {
    name: 'notify: news of a tool',
    row: {
      pk: 'NEWS#ljmonitor-1',
      sk: 'NEWS',
      ...news,
      parts: [],
      ttl: 1,
      gsi1pk: 'DUE',
      gsi1sk: `${nowMs}#NEWS#ljmonitor-1`,
    },
    read: ({ notify }) => notify.findUntold('ljmonitor-1'),
    means: news,
  },
  {
    name: 'notify: channel of a person',
    row: { pk: 'CHANNEL', sk: `${ref.userId}#${ref.channelId}` },
    kept: {
      ...ref,
      address,
      state: 'paused',
      signingKey: '',
      feedHash: 'f0',
      problem: 'The server did not respond.',
      lastSentMs: nowMs,
      failures: 3,
      lastFailedMs: nowMs,
      failingSinceMs: nowMs,
      pending: new Set(['ljmonitor-1', 'ljmonitor-2']),
      sending: new Set(['ljmonitor-1']),
      dueMs: laterMs,
      sent: 7,
      codeHash: 'hash',
      codeUntilMs: laterMs,
      codeTries: 1,
    },
    read: ({ notify }) => notify.findChannel(ref),
  },
  {
    name: 'notify: channel of a person',
    when: 'that has just been added',
    row: {
      pk: 'CHANNEL',
      sk: `${ref.userId}#${ref.channelId}`,
      ...ref,
      address,
      state: 'on',
      signingKey: '',
      failures: 0,
    },
    read: ({ notify }) => notify.findChannel(ref),
    means: {
      ...ref,
      address,
      state: 'on',
      signingKey: '',
      feedHash: '',
      problem: null,
      lastSentMs: null,
      failures: 0,
      lastFailedMs: null,
      failingSinceMs: null,
      pending: new Set(),
      sending: new Set(),
      dueMs: null,
      sent: 0,
      codeHash: null,
      codeUntilMs: 0,
      codeTries: 0,
    },
  },
  {
    name: 'notify: guard of an address, which one channel of a person has',
    row: {
      pk: `ADDRESS#${sha256(JSON.stringify(['cognito|1', 'kind', 'webhook', 'url', address.url]))}`,
      sk: 'ADDRESS',
      channel: 'cognito|1#other',
    },
    read: ({ notify }) => notify.putChannel({ ...ref, address, state: 'on', signingKey: '' }),
    means: false,
  },
  {
    name: 'notify: guard of an address, which one channel of a person has',
    when: 'of a feed, by its secret',
    row: { pk: 'ADDRESS#f0', sk: 'ADDRESS', channel: 'cognito|1#other' },
    read: ({ notify }) =>
      notify.putChannel({ ...ref, address: { kind: 'feed' }, state: 'on', signingKey: '', feedHash: 'f0' }),
    means: false,
  },
  {
    name: 'notify: entry of a feed, for 30 days',
    row: { pk: 'FEED#f0', sk: 'ENTRY#000000007', id: 'c-7', title: '1 new', text: 'a', url: '/', atMs: nowMs, ttl: 1 },
    read: ({ notify }) => notify.listFeedEntries('f0'),
    means: [{ id: 'c-7', title: '1 new', text: 'a', url: '/', atMs: nowMs }],
  },
  {
    name: 'notify: codes that a person had mailed on a day',
    row: { pk: 'CODES#cognito|1', sk: '2026-11-21', codes: 3, ttl: 1 },
    read: ({ notify }) => notify.getCodeCount('cognito|1', '2026-11-21'),
    means: 3,
  },
  {
    name: 'notify: rules of a person',
    row: {
      pk: 'RULES',
      sk: 'cognito|1',
      ...defaultNewsRules,
      topics: ['new'],
      cheaperBy: 3,
      views,
      offered: newsTopics,
      digestAt: 480,
      version: 2,
    },
    read: ({ notify }) => notify.getRules('cognito|1'),
    means: { ...defaultNewsRules, topics: ['new'], cheaperBy: 3, views, digestAt: 480, version: 2 },
  },
];
