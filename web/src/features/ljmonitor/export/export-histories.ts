import type { House } from 'shared-types/contract/ljmonitor';
import { call } from '../../../api/call.ts';
import type { View } from '../filters/view.ts';
import { type ExportedHouse, housesToCsv, loadAllHouses } from './export-houses.ts';

/** Each house with changes needs a call of its own. */
const atOnce = 4;

/** Loads every version of the houses of a view: house by house, the present version of each first. */
export async function loadHistories(view: View, onProgress: (count: number) => void, signal: AbortSignal) {
  const houses = await loadAllHouses(view, onProgress, signal);
  const histories = houses.map((house) => [house]);
  const waiting = houses.entries();
  let loaded = 0;
  const work = async () => {
    for (const [index, house] of waiting) {
      histories[index]?.push(...(await olderVersions(house, signal)));
      onProgress((loaded += 1));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return histories.flat();
}

async function olderVersions({ houseId, updateTime, createTime }: House, signal: AbortSignal) {
  const found: House[] = [];
  // The version from the house's creation is the last one, so that most houses need no call.
  for (let last = updateTime; last > createTime;) {
    const query = last === updateTime ? {} : { query: { fromUpdateTime: last } };
    const page = await call('GET /api/ljmonitor/house/{houseId}/history', { params: { houseId }, ...query, signal });
    found.push(...page);
    last = page.at(-1)?.updateTime ?? createTime;
  }
  return found;
}

/** The fields that belong to the reader, and not to a version, are left out. */
export const versionsOf = (houses: readonly ExportedHouse[]) =>
  houses.map(
    ({ readTime: _read, starred: _starred, hidden: _hidden, note: _note, prices: _prices, ...version }) => version,
  );

const ofReader: ReadonlySet<string> = new Set(['firstPrice', 'readTime', 'starred', 'partnerStarred', 'note']);

export const historiesToCsv = (houses: readonly ExportedHouse[]) => housesToCsv(houses, ofReader);
