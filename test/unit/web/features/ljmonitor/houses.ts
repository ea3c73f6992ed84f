import type { House } from 'shared-types/contract/ljmonitor';

/** A house of the tests: read, never changed. */
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
  ...over,
});
