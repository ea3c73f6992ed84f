import { noMarks } from '../../unit/lambdas/ljmonitor/support/no-marks.ts';
import { type Kind, nowMs } from './kind.ts';

const resblock = {
  resblockId: '1199027300103',
  name: '柳荫里',
  districtName: '西城',
  bizcircleName: '六铺炕',
  origin: 'https://sh.ke.com',
  siteChangedAtMs: 4,
  addedAtMs: nowMs,
  houseCount: 31,
  lastCompleteAtMs: 1,
  firstCompleteAtMs: null,
  unproven: { readingId: 'run', atMs: 2, count: 1 },
  lastCompleteBy: 'google|1',
  lastReadAtMs: 3,
  state: 'BLOCKED',
  stateReason: 'A captcha.',
};
const lookup = {
  houseId: '101',
  origin: 'https://sh.ke.com',
  lookupId: 'one',
  startedAtMs: nowMs,
  state: 'found',
  resblockId: '1199027300103',
  reason: null,
};

const said = {
  resblockId: '1199027300103',
  title: 'Two rooms',
  description: 'South',
  tags: ['subway'],
  price: 500,
  unitPrice: 81_000,
  createTimeMs: nowMs - 9,
  updateTimeMs: nowMs,
  hash: 'hash-1',
};
const prices = [{ time: nowMs - 9, price: 520 }];
const house = { houseId: '101', ...said, removed: true, ofFormerSite: false, prices, changeTimes: {} };
/** It is on offer for its first price. */
const unchanged = { ...house, removed: false, prices: [{ time: nowMs - 9, price: 500 }] };
const missing = { runId: 'run-1', count: 2, sinceMs: 8 };
const known = {
  houseId: '101',
  hash: 'hash-1',
  removed: true,
  missingCount: 2,
  price: 500,
  unitPrice: 81_000,
  createTime: nowMs - 9,
  drop: 20,
};
const share = { userId: 'cognito|1', name: 'Ann', email: 'ann@example.org', withEmail: 'bob@example.org' };

export const monitorRows: Kind[] = [
  {
    name: 'ljmonitor: community',
    row: { pk: 'RESBLOCK', sk: '1199027300103', ...resblock },
    read: async ({ monitor }) => (await monitor.listResblocks())[0],
    means: resblock,
  },
  {
    name: 'ljmonitor: deleted community',
    row: { pk: 'RESBLOCK#1199027300103', sk: 'DELETED', ...resblock },
    read: ({ monitor }) => monitor.findDeletedResblock('1199027300103'),
    means: resblock,
  },
  {
    name: 'ljmonitor: daily stats of a community',
    row: { pk: 'RESBLOCK#1199027300103', sk: 'STATS#2026-11-21', time: nowMs, medianUnitPrice: 81_000, count: 31 },
    read: ({ monitor }) => monitor.listDailyStats('1199027300103', 30),
    means: [{ time: nowMs, medianUnitPrice: 81_000, count: 31 }],
  },
  {
    name: 'ljmonitor: lookup of the community of a house',
    row: { pk: 'LOOKUP#101', sk: 'https://sh.ke.com', ...lookup, ttl: 9 },
    read: ({ monitor }) => monitor.findHouseLookup({ houseId: '101', origin: 'https://sh.ke.com' }),
    means: lookup,
  },
  {
    name: 'ljmonitor: house',
    row: {
      pk: 'HOUSE#101',
      sk: 'CURRENT',
      gsi1pk: 'HOUSES',
      gsi1sk: `${nowMs}#101`,
      gsi2pk: 'RESBLOCK#1199027300103',
      gsi2sk: '101',
      drop: 20,
      ...said,
      removed: true,
      prices,
      missingRunId: 'run-1',
      missingCount: 2,
      missingSinceMs: 8,
    },
    read: async ({ monitor }) => ({
      house: await monitor.getHouse('101'),
      known: await monitor.listHouseDigests('1199027300103'),
      missing: await monitor.findMissedReadings(['101']),
    }),
    means: { house, known: [known], missing: new Map([['101', missing]]) },
  },
  {
    name: 'ljmonitor: house',
    when: 'that has never changed',
    row: {
      pk: 'HOUSE#101',
      sk: 'CURRENT',
      gsi1pk: 'HOUSES',
      gsi1sk: `${nowMs}#101`,
      gsi2pk: 'RESBLOCK#1199027300103',
      gsi2sk: '101',
      ...said,
    },
    read: async ({ monitor }) => ({
      house: await monitor.getHouse('101'),
      known: await monitor.listHouseDigests('1199027300103'),
      missing: await monitor.findMissedReadings(['101']),
    }),
    means: { house: unchanged, known: [{ ...known, removed: false, missingCount: 0, drop: 0 }], missing: new Map() },
  },
  {
    name: 'ljmonitor: house',
    when: 'of the former site of its community',
    row: { pk: 'HOUSE#101', sk: 'CURRENT', gsi1sk: `${nowMs}#101`, gsi2sk: '101', ofFormerSite: true, ...said },
    read: async ({ monitor }) => [await monitor.getHouse('101'), await monitor.listHouseDigests('1199027300103')],
    means: [{ ...unchanged, ofFormerSite: true }, []],
  },
  {
    name: 'ljmonitor: house',
    when: 'whose price was never shown',
    row: { pk: 'HOUSE#101', sk: 'CURRENT', ...said, price: null },
    read: ({ monitor }) => monitor.getHouse('101'),
    means: { ...unchanged, price: null, prices: [] },
  },
  {
    name: 'ljmonitor: house',
    when: 'that was offered again, and removed once more',
    row: {
      pk: 'HOUSE#101',
      sk: 'CURRENT',
      ...said,
      removed: true,
      prices,
      changeTimes: { removed: nowMs, returned: nowMs - 3 },
    },
    read: ({ monitor }) => monitor.getHouse('101'),
    means: { ...house, changeTimes: { removed: nowMs, returned: nowMs - 3 } },
  },
  {
    name: 'ljmonitor: older version of a house',
    row: { pk: 'HOUSE#101', sk: `VERSION#${nowMs}`, ...said, removed: true, prices },
    read: async ({ monitor }) => (await monitor.pageHistory('101', undefined, 50))[0],
    means: house,
  },
  {
    name: 'ljmonitor: read marks of the houses whose ids end alike',
    row: { pk: 'READ#cognito|1', sk: '01', readTimes: 'A1071040001mwqcvpc1J3mwqcvpc0' },
    read: ({ monitor }) => monitor.listMarks('cognito|1'),
    means: {
      ...noMarks,
      houses: new Map([
        ['107104000301', nowMs],
        ['107104000101', nowMs + 1],
      ]),
    },
  },
  {
    name: 'ljmonitor: read marks of the houses whose ids end alike',
    when: 'after the last was removed',
    row: { pk: 'READ#cognito|1', sk: '01', readTimes: '' },
    read: ({ monitor }) => monitor.findMarks('cognito|1', [{ houseId: '101' }]),
    means: noMarks,
  },
  {
    name: 'ljmonitor: note on a house',
    row: { pk: 'READ#cognito|1', sk: 'NOTE#101', note: 'Call on Monday' },
    read: ({ monitor }) => monitor.findMarks('cognito|1', []),
    means: { ...noMarks, notes: new Map([['101', 'Call on Monday']]) },
  },
  {
    name: 'ljmonitor: read mark of a community',
    row: {
      pk: 'READ#cognito|1',
      sk: 'RESBLOCK#1199027300103',
      beforeMs: nowMs - 9,
      readTimeMs: nowMs,
      begunAsRead: true,
    },
    read: async ({ monitor }) => {
      const { resblocks, begunAsRead } = await monitor.listMarks('cognito|1');
      return { resblocks, begunAsRead };
    },
    means: { resblocks: new Map([['1199027300103', nowMs]]), begunAsRead: new Set(['1199027300103']) },
  },
  {
    name: 'ljmonitor: starred and hidden houses of a user',
    row: { pk: 'READ#cognito|1', sk: 'FLAGS', starred: new Set(['101', '102']), hidden: new Set(['103']) },
    read: ({ monitor }) => monitor.findMarks('cognito|1', []),
    means: { ...noMarks, starred: new Set(['101', '102']), hidden: new Set(['103']) },
  },
  {
    name: 'ljmonitor: starred and hidden houses of a user',
    when: 'after the last was cleared',
    row: { pk: 'READ#cognito|1', sk: 'FLAGS' },
    read: ({ monitor }) => monitor.findMarks('cognito|1', []),
    means: noMarks,
  },
  {
    name: 'ljmonitor: wish of a person to share stars with another',
    row: { pk: 'SHARE#ann@example.org', sk: 'STARS', ...share },
    read: ({ monitor }) => monitor.findStarShare('ann@example.org'),
    means: share,
  },
  {
    name: 'ljmonitor: separation of two houses that were taken for one flat',
    row: { pk: 'HOUSE#101', sk: 'SEPARATE#102', separatedAtMs: nowMs },
    read: async ({ monitor }) => [...(await monitor.findSeparated([{ earlierId: '102', laterId: '101' }]))],
    means: [{ earlierId: '102', laterId: '101' }],
  },
  {
    name: 'ljmonitor: visit of a user',
    row: { pk: 'VISIT#cognito|1', sk: 'VISIT', seenAtMs: nowMs, sinceMs: nowMs - 9 },
    read: ({ monitor }) => monitor.findVisit('cognito|1'),
    means: { seenAtMs: nowMs, sinceMs: nowMs - 9 },
  },
  {
    name: 'ljmonitor: visit of a user',
    when: 'that is the first',
    row: { pk: 'VISIT#cognito|1', sk: 'VISIT', seenAtMs: nowMs, sinceMs: null },
    read: ({ monitor }) => monitor.findVisit('cognito|1'),
    means: { seenAtMs: nowMs, sinceMs: null },
  },
  {
    name: 'ljmonitor: packed houses of a community',
    row: {
      pk: 'PACK#1199027300103',
      sk: 'HOUSES#000',
      index: 0,
      count: 1,
      builtAtMs: nowMs,
      buildId: 'one',
      data: new Uint8Array([1, 2]),
    },
    read: async ({ monitor }) => (await monitor.findPacks(['1199027300103'], 'HOUSES')).get('1199027300103'),
    means: { builtAtMs: nowMs, buildId: 'one', parts: [new Uint8Array([1, 2])] },
  },
];
