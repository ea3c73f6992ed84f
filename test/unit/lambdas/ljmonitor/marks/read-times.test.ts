import { expect, it } from '@jest/globals';
import { readTimesReader, writeReadTimes } from 'lambdas/ljmonitor/marks/read-times';
import { pseudoRandomInteger } from 'local/fakes/listing-site/city/pseudo-random';

const nowMs = Date.parse('2026-03-01T08:00:00Z');

const readBack = (times: ReadonlyMap<string, number>) => readTimesReader()(writeReadTimes(times), '07');

it('reads back the times of all ids that end alike, also of those that begin another one', () => {
  const ids = ['123407', '12340007', '12340507', '107100000007', '107100000107', '207'.padStart(24, '9'), '000007'];
  const times = new Map(ids.map((houseId, index) => [houseId, nowMs - index]));
  expect(readBack(times)).toEqual(times);
});

it('writes one text for the same times, whichever was the first', () => {
  const times = [
    ['107100000107', nowMs],
    ['107100000007', 1],
  ] as const;
  expect(writeReadTimes(new Map(times.toReversed()))).toBe(writeReadTimes(new Map(times)));
});

it('takes 14 bytes for each of 20,000 houses of a city', () => {
  const ids = Array.from({ length: 200 }, (_, each) => `10710${String(each * 49_900 + 7).padStart(7, '0')}`);
  const times = new Map(ids.map((houseId) => [houseId, nowMs + pseudoRandomInteger(0, 1e9, 'read', houseId)]));
  expect(writeReadTimes(times).length / ids.length).toBeLessThanOrEqual(14);
});
