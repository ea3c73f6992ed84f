import type { House } from 'shared-types/contract/ljmonitor';
import { type Cell, formatCsv } from '../../../ui/content/csv.ts';
import { distinctHouses } from '../houses/house-pages.ts';
import { matchesView, sortedListQuery, sortHouses } from '../filters/match-view.ts';
import { flagInView, type View } from '../filters/view.ts';
import { loadHouses } from '../house-list-queries.ts';

/** Loads all houses of a view, also those that the list has not loaded yet. `onProgress` gets the number searched so far. */
export async function loadAllHouses(view: View, onProgress: (count: number) => void, signal: AbortSignal) {
  const flag = flagInView(view);
  const pages: House[][] = [];
  for (let last: House | null = null; ;) {
    const page: House[] = await loadHouses(sortedListQuery(view), flag, last, signal);
    pages.push(page);
    onProgress(pages.flat().length);
    last = page.at(-1) ?? null;
    if (flag || last === null) break;
  }
  const found = distinctHouses(pages).filter((house) => matchesView(view, house));
  return flag && view.order ? sortHouses(view.order, found) : found;
}

export interface ExportedHouse extends House {
  /** The name of its community. */
  community: string;
}

const isoTime = (time: number | null) => (time === null ? '' : new Date(time).toISOString());

const columns: Record<string, (house: ExportedHouse) => Cell> = {
  houseId: ({ houseId }) => houseId,
  community: ({ community }) => community,
  title: ({ title }) => title,
  description: ({ description }) => description,
  tags: ({ tags }) => tags.join(' '),
  price: ({ price }) => price,
  unitPrice: ({ unitPrice }) => unitPrice,
  firstPrice: ({ prices }) => prices[0]?.price,
  removed: ({ removed }) => removed,
  createTime: ({ createTime }) => isoTime(createTime),
  updateTime: ({ updateTime }) => isoTime(updateTime),
  readTime: ({ readTime }) => isoTime(readTime),
  starred: ({ starred }) => starred,
  url: ({ url }) => url,
};

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const byteOrderMark = '\ufeff';

/** Formats houses as CSV, with prices in 万元 and 元/㎡ and times of UTC in ISO 8601. */
export const housesToCsv = (houses: readonly ExportedHouse[]) =>
  byteOrderMark +
  formatCsv(
    Object.keys(columns),
    houses.map((house) => Object.values(columns).map((cellOf) => cellOf(house))),
  );
