import { initialState } from 'lambdas/chat/messages/message';
import { type Kind, laterMs, now, nowMs } from './kind.ts';

const usage = { inputTokens: 120, outputTokens: 45 };
const failure = { code: 'refused', message: 'The model refused.', retryable: true };
const retry = { reason: 'busy', atMs: 5 };
const spent = { tokens: 165, microDollars: 750 };
const nothing = { tokens: 0, microDollars: 0 };
const nothingSpent = { day: nothing, month: nothing };
const citations = [{ url: 'https://example.org/tea', title: 'Tea' }];
const file = {
  fileId: '01',
  name: 'cat.png',
  type: 'image/png' as const,
  bytes: 81,
  width: 40,
  height: 30,
  key: 'cognito|1/session-1.ulid-1/01',
};

const leaf = { code: 'leaf', retiresOn: null, firstSeenMs: 1, lastSeenMs: nowMs };
const offer = { lookedAtMs: nowMs, firstListMs: 1, lastListMs: nowMs, models: [leaf] };

/** What each message has. */
const message = {
  userId: 'cognito|1',
  createTimeMs: nowMs,
  attempt: 2,
  queuedAtMs: 5,
  shownAtMs: 6,
  recoveries: 1,
  waits: 2,
  deliveries: 3,
  version: 1,
};
const stored = { ...message, senderRole: 'ASSISTANT', status: 'DONE', text: 'A leaf.' };

export const chatRows: Kind[] = [
  {
    name: 'chat: usage of all users in a month',
    row: { pk: 'USE', sk: 'MONTH#2026-11', ...spent, answers: 3, 'input#gpt-4o': 120, 'output#gpt-4o': 45 },
    read: ({ chat }) => chat.getSiteSpending(now),
    means: { spent: { ...nothingSpent, month: spent }, answers: 3, models: new Map([['gpt-4o', usage]]) },
  },
  {
    name: 'chat: usage of all users in a month',
    when: 'before its first answer is complete',
    row: { pk: 'USE', sk: 'MONTH#2026-11', ...spent },
    read: ({ chat }) => chat.getSiteSpending(now),
    means: { spent: { ...nothingSpent, month: spent }, answers: 0, models: new Map() },
  },
  {
    name: 'chat: usage of all users in a day',
    row: { pk: 'USE', sk: 'DAY#2026-11-21', ...spent, ttl: 1_798_718_400 },
    read: async ({ chat }) => (await chat.getSiteSpending(now)).spent,
    means: { ...nothingSpent, day: spent },
  },
  {
    name: 'chat: usage of a user in a month',
    row: { pk: 'USER#cognito|1', sk: 'MONTH#2026-11', ...spent, ...usage, reservations: new Set(['worker-1']) },
    read: ({ chat }) => chat.getUserSpending('cognito|1', now),
    means: { spent: { ...nothingSpent, month: spent }, usage },
  },
  {
    name: 'chat: usage of a user in a day',
    row: { pk: 'USER#cognito|1', sk: 'DAY#2026-11-21', ...spent, ttl: 1_798_718_400 },
    read: async ({ chat }) => (await chat.getUserSpending('cognito|1', now)).spent,
    means: { ...nothingSpent, day: spent },
  },
  {
    name: 'chat: message',
    row: {
      pk: 'CONVERSATION#session-1',
      sk: 'MESSAGE#ulid-1',
      ...stored,
      status: 'FAILED',
      importId: 'node-1',
      files: [file],
      endedAtMs: 7,
      leaseUntilMs: laterMs,
      holder: 'worker-1',
      background: { id: 'resp_1', modelCode: 'terra', reservation: 'worker-0', atMs: 4, ...spent },
      failure,
      usage: { ...usage, searches: 2, cost: 0.02 },
      thoughts: 'A leaf.',
      citations,
      modelCode: 'gpt-4o',
      finishReason: 'length',
      kept: [1],
      isPreviousAnswer: true,
    },
    read: ({ chat }) => chat.getMessage('cognito|1', 'session-1.ulid-1'),
    means: {
      sessionMessageId: 'session-1.ulid-1',
      ...stored,
      status: 'FAILED',
      importId: 'node-1',
      files: [file],
      endedAtMs: 7,
      holder: 'worker-1',
      leaseUntilMs: laterMs,
      retry: null,
      background: { id: 'resp_1', modelCode: 'terra', reservation: { id: 'worker-0', atMs: 4, ...spent } },
      failure,
      usage: { ...usage, searches: 2, cost: 0.02 },
      thoughts: 'A leaf.',
      citations,
      modelCode: 'gpt-4o',
      finishReason: 'length',
      kept: [1],
      isPreviousAnswer: true,
    },
  },
  {
    name: 'chat: message',
    when: 'of an answer that was released for another delivery',
    row: { pk: 'CONVERSATION#session-1', sk: 'MESSAGE#ulid-1', ...stored, status: 'PENDING', text: '', retry },
    read: ({ chat }) => chat.getMessage('cognito|1', 'session-1.ulid-1'),
    means: { ...initialState, sessionMessageId: 'session-1.ulid-1', ...stored, status: 'PENDING', text: '', retry },
  },
  {
    name: 'chat: piece of an answer that is being written, for a day',
    row: { pk: 'CONVERSATION#session-1', sk: 'PIECE#ulid-1#worker-1#0000004', text: 'A leaf.', ttl: 1_800_000_000 },
    read: async ({ chat }) => [
      await chat.readPieces('session-1.ulid-1', 'worker-1'),
      await chat.readPieces('session-1.ulid-1', 'worker-2'),
      await chat.pageMessages('session-1', undefined, 20),
    ],
    means: ['A leaf.', '', []],
  },
  {
    name: 'chat: models in the list of a provider',
    row: { pk: 'OFFER', sk: 'OpenAI', ...offer },
    read: ({ chat }) => chat.listOffers(),
    means: [{ provider: 'OpenAI', ...offer }],
  },
  {
    name: 'chat: models in the list of a provider',
    when: 'before its first list',
    row: { pk: 'OFFER', sk: 'OpenAI', lookedAtMs: nowMs },
    read: ({ chat }) => chat.listOffers(),
    means: [{ provider: 'OpenAI', lookedAtMs: nowMs, firstListMs: null, lastListMs: null, models: [] }],
  },
  {
    name: 'chat: hidden version of an answer',
    row: {
      pk: 'CONVERSATION#session-1',
      sk: 'VERSION#ulid-1#3',
      ...stored,
      question: 'What is tea?',
      version: 3,
      modelCode: 'gpt-4o',
    },
    read: async ({ chat }) => {
      const { answer, question } = (await chat.findVersion('session-1.ulid-1', 3)) ?? {};
      const { sessionMessageId, status, text, modelCode } = answer ?? {};
      return [sessionMessageId, status, text, modelCode, question, await chat.pageMessages('session-1', undefined, 20)];
    },
    means: ['session-1.ulid-1', 'DONE', 'A leaf.', 'gpt-4o', 'What is tea?', []],
  },
];
