import type { Relisting } from 'shared-types/contract/monitor/relistings';
import { dayMs } from 'shared-types/rules/time';
import { now } from '../fixtures.ts';

const urlOf = (houseId: string) => `https://listing.example/ershoufang/${houseId}.html`;

/** Returns the link of two houses of one flat, the first of which was removed three days before `now`. */
export const link = (earlierId: string, laterId: string): Relisting => ({
  resblockId: '111111',
  earlier: {
    houseId: earlierId,
    url: urlOf(earlierId),
    price: 435,
    prices: [450, 435],
    createTime: 1000,
    updateTime: now - 3 * dayMs,
    removedAt: now - 3 * dayMs,
  },
  later: { houseId: laterId, url: urlOf(laterId), price: 430, createTime: now - dayMs, updateTime: now - dayMs },
});
