import { factsOf } from 'shared-types/rules/monitor/house-facts';
import type { House, Resblock } from 'shared-types/contract/ljmonitor';

/** Returns a house that has been read and has not changed since. */
export const house = (over: Partial<House> = {}): House => ({
  houseId: '111122345678',
  resblockId: '111111',
  url: 'https://listing.example/ershoufang/111122345678.html',
  title: '南北通透两居室',
  description: '2室1厅',
  tags: ['近地铁'],
  price: 527,
  unitPrice: 68_865,
  createTime: 1_000,
  updateTime: 1_000,
  readTime: 2_000,
  removed: false,
  starred: false,
  hidden: false,
  prices: [{ time: 1_000, price: 527 }],
  changeTimes: {},
  facts: factsOf(over.description ?? '2室1厅'),
  ...over,
});

export const now = new Date(2026, 10, 20, 21, 4).getTime();
export const minutes = (count: number) => count * 60_000;

/** Returns a community that was read 38 minutes before `now`. */
export const resblock = (over: Partial<Resblock> = {}): Resblock => ({
  resblockId: '1111027378022',
  name: '六铺炕',
  districtName: '东城',
  bizcircleName: '安定门',
  url: 'https://listing.example/xiaoqu/1111027378022/',
  houseCount: 6,
  lastCompleteAt: now - minutes(38),
  lastCompleteBy: 'site',
  state: 'OK',
  stateReason: null,
  ...over,
});
