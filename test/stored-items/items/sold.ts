import { type Kind, nowMs } from './kind.ts';

const nothingShown = { price: null, unitPrice: null, date: null, days: null, askedPrice: null, loadedAt: nowMs };
const shown = { price: 310, unitPrice: 51_495, days: 35, askedPrice: 325, loadedAt: nowMs };

export const soldRows: Kind[] = [
  {
    name: 'ljmonitor: sold house of a community, on one site',
    row: {
      pk: 'SOLD#1199027300103#https://sh.ke.com',
      sk: '107100000001',
      sales: [
        { ...shown, date: '2026-10-04', isRecent: false },
        { ...nothingShown, date: '2019-05', isRecent: false },
      ],
      revision: 2,
    },
    read: async ({ sold }) => (await sold.listSold('1199027300103', 'https://sh.ke.com')).sales,
    means: [
      { houseId: '107100000001', ...shown, date: '2026-10-04' },
      { houseId: '107100000001', ...nothingShown, date: '2019-05' },
    ],
  },
  {
    name: 'ljmonitor: sold house of a community, on one site',
    when: 'of which the site shows nothing',
    row: {
      pk: 'SOLD#1199027300103#CONFIGURED',
      sk: '107100000001',
      sales: [{ ...nothingShown, isRecent: true }],
      revision: 1,
    },
    read: async ({ sold }) => (await sold.listSold('1199027300103', null)).sales,
    means: [{ houseId: '107100000001', ...nothingShown }],
  },
  {
    name: 'ljmonitor: number of sold houses of a community, on one site',
    row: { pk: 'SOLD#1199027300103#CONFIGURED', sk: 'COUNT', houses: 302 },
    read: async ({ sold }) =>
      (await sold.findSold({ resblockId: '1199027300103', origin: null }, 'google|1', [])).count,
    means: 302,
  },
  {
    name: 'ljmonitor: sold pages of a community that a user has handed in',
    row: {
      pk: 'SOLD#1199027300103#CONFIGURED',
      sk: 'PAGES#google|1',
      step: 1,
      pages: [{ page: 1, loadedAtMs: nowMs, declaredTotal: 2, rows: 2, firstDay: '2026-10-04', lastDay: '2026-09-01' }],
      readings: [{ readAt: nowMs, backTo: null }],
    },
    read: async ({ sold }) => (await sold.listSold('1199027300103', null)).readings,
    means: [{ readAt: nowMs, backTo: null }],
  },
];
