import { type Crawl, newCrawl } from 'lambdas/ljmonitor/readings/crawl';
import { newRun } from 'lambdas/ljmonitor/refresh/run';
import { initialLimiterState } from 'lambdas/ljmonitor/site-limiter/site-limiter';
import { type Kind, laterMs, now, nowMs } from './kind.ts';

const handedInPages = [
  {
    page: 2,
    loadedAtMs: 5,
    isEmpty: false,
    declaredTotal: 31,
    totalPages: 2,
    shown: ['101'],
    unreadable: ['101'],
  },
  { page: 3, loadedAtMs: 6, isEmpty: true, declaredTotal: null, totalPages: null, shown: [], unreadable: [] },
];

const starter = { userId: 'cognito|1', limits: { person: 2, site: 9 }, at: now };
const noRefreshYet = { runId: null, lastSuccessAtMs: null, lastFailureAtMs: null, lastPostponedAtMs: null };

const emptyCrawl: Crawl = {
  ...newCrawl,
  step: 1,
  nextPage: 2,
  declaredTotal: 0,
  result: { outcome: 'OK_EMPTY', reason: null },
};
/** DynamoDB stores no empty set. */
const { seen: _seen, ...crawlWithoutHouses } = emptyCrawl;

export const runRows: Kind[] = [
  {
    name: 'ljmonitor: refresh status with the current run',
    row: { pk: 'RUN', sk: 'HISTORY' },
    kept: { runId: 'run-1', lastSuccessAtMs: 1, lastFailureAtMs: 2, lastPostponedAtMs: 3 },
    read: async ({ monitor }) => (await monitor.getRefreshHistory()).history,
  },
  {
    name: 'ljmonitor: refresh status with the current run',
    when: 'of the first refresh',
    row: { pk: 'RUN', sk: 'HISTORY', runId: 'run-1' },
    read: async ({ monitor }) => (await monitor.getRefreshHistory()).history,
    means: { ...noRefreshYet, runId: 'run-1' },
  },
  {
    name: 'ljmonitor: refresh status with the current run',
    when: 'of a refresh without communities',
    row: { pk: 'RUN', sk: 'HISTORY', lastSuccessAtMs: 1 },
    read: async ({ monitor }) => (await monitor.getRefreshHistory()).history,
    means: { ...noRefreshYet, lastSuccessAtMs: 1 },
  },
  {
    name: 'ljmonitor: run, its communities, and its crawl of one, by step',
    row: { pk: 'RUN#run-1', sk: 'RUN', ttl: 1_795_219_200 },
    kept: {
      runId: 'run-1',
      startedAtMs: 5,
      isRefresh: true,
      resblockIds: ['1', '2'],
      done: 1,
      flawed: true,
      readCount: 0,
      expectedPages: [3, 1],
      progress: 0.75,
      leaseUntilMs: laterMs,
      takeovers: 2,
      end: { atMs: 7, hasFailed: true },
    },
    read: async ({ monitor }) => (await monitor.getStepState('run-1', '1')).run,
  },
  {
    name: 'ljmonitor: run, its communities, and its crawl of one, by step',
    row: { pk: 'RUN#run-1', sk: 'CRAWL#1#0004', ttl: 1 },
    kept: {
      origin: 'https://sh.ke.com',
      startedAtMs: 5,
      step: 4,
      nextPage: 3,
      totalPages: 9,
      declaredTotal: 250,
      totalChanged: true,
      mayHaveSlid: true,
      rows: 60,
      seen: new Set(['101']),
      tries: 1,
      incompleteReason: 'rows',
      restyled: ['title'],
      result: { outcome: 'FAILED', reason: 'Slow.' },
    },
    read: ({ monitor }) => monitor.findCrawl('run-1', '1'),
  },
  {
    name: 'ljmonitor: run, its communities, and its crawl of one, by step',
    when: 'of a community without houses',
    row: { pk: 'RUN#run-1', sk: 'CRAWL#1#0001', ...crawlWithoutHouses, ttl: 1 },
    read: ({ monitor }) => monitor.findCrawl('run-1', '1'),
    means: emptyCrawl,
  },
  {
    name: 'ljmonitor: state of the site limiter',
    row: {
      pk: 'SITE',
      sk: 'bj.example',
      nextRequestAtMs: 1,
      holder: 'run-1',
      holderUntilMs: 2,
      lastHolder: 'run-0',
      breakerUntilMs: 3,
      failures: 4,
      cause: 'login',
      trialUntilMs: 7,
      triedCookies: new Set(['hash-1']),
      requests: 5,
      requestsDay: '2026-11-21',
      turnId: 't',
      'requests#2026-11': 6,
    },
    read: async ({ limiter }) => [await limiter.getState(), await limiter.countRequests('2026-11')],
    means: [
      {
        nextRequestAtMs: 1,
        holder: 'run-1',
        holderUntilMs: 2,
        lastHolder: 'run-0',
        breakerUntilMs: 3,
        failures: 4,
        cause: 'login',
        trialUntilMs: 7,
        triedCookies: new Set(['hash-1']),
        requests: 5,
        requestsDay: '2026-11-21',
      },
      6,
    ],
  },
  {
    name: 'ljmonitor: state of the site limiter',
    when: 'during the first request',
    row: { pk: 'SITE', sk: 'bj.example', turnId: 't', 'requests#2026-11': 1 },
    kept: { holder: 'run-1', holderUntilMs: 2, requests: 1, requestsDay: '2026-11-21' },
    read: ({ limiter }) => limiter.getState(),
    means: initialLimiterState,
  },
  {
    name: 'ljmonitor: time up to which the news was told',
    row: { pk: 'RUN', sk: 'NEWS_END', untilMs: nowMs },
    read: ({ monitor }) => monitor.findNewsEnd(),
    means: nowMs,
  },
  {
    name: 'ljmonitor: number of refreshes of a user, or of all, on a day',
    row: { pk: 'REFRESHES#cognito|1', sk: '2026-11-21', refreshes: 2, ttl: 1_795_435_200 },
    read: ({ monitor }) => monitor.startRefresh(newRun('run', true, [], now), noRefreshYet, starter),
    means: 'person',
  },
  {
    name: 'ljmonitor: pages of a community that a user has handed in',
    row: {
      pk: 'HAND#google|1',
      sk: '1',
      readingId: 'reading-1',
      startedAtMs: 4,
      origin: 'https://sh.ke.com',
      step: 2,
      pages: handedInPages,
      restyled: ['tags'],
      ttl: 1_795_219_200,
    },
    read: async ({ monitor }) => [
      await monitor.findHandReading('google|1', '1'),
      (await monitor.listHandReadings('google|1')).get('1')?.step,
    ],
    means: [
      {
        readingId: 'reading-1',
        startedAtMs: 4,
        origin: 'https://sh.ke.com',
        step: 2,
        pages: handedInPages,
        restyled: ['tags'],
      },
      2,
    ],
  },
];
