import type { House } from 'shared-types/contract/ljmonitor';
import type { Fate, Sale } from 'shared-types/rules/monitor/sold';
import { distinctHouses } from '../houses/house-pages.ts';
import { sortedListQuery } from '../filters/list-query.ts';
import type { View } from '../filters/view.ts';
import { loadHouses, type SortedListQuery } from '../house-list-queries.ts';
import { type Columns, formatExport, isoTime } from './export-csv.ts';

/** Loads all houses of a view, also those that the list has not loaded yet. `onProgress` gets their number so far. */
export const loadAllHouses = (view: View, onProgress: (count: number) => void, signal: AbortSignal) =>
  loadWholeList(sortedListQuery(view), onProgress, signal);

/** Loads all houses of a list, page by page. */
export async function loadWholeList(
  sorting: SortedListQuery | null,
  onProgress: (count: number) => void,
  signal: AbortSignal,
) {
  const pages: House[][] = [];
  for (let last: House | null = null; ;) {
    const { houses, left } = await loadHouses(sorting, last, signal);
    pages.push(houses);
    onProgress(pages.flat().length);
    last = houses.at(-1) ?? null;
    if (left === 0 || last === null) return distinctHouses(pages);
  }
}

export interface ExportedHouse extends House {
  /** The name of its community. */
  community: string;
  /** Whether the person who shares stars with the user has starred it; undefined while nobody does. */
  partnerStarred?: boolean | undefined;
  /** Undefined for a house on offer. */
  fate?: Fate | undefined;
  /** Undefined until a sold page shows it. */
  sale?: Sale | undefined;
}

const columns: Columns<ExportedHouse> = {
  houseId: ({ houseId }) => houseId,
  community: ({ community }) => community,
  title: ({ title }) => title,
  description: ({ description }) => description,
  tags: ({ tags }) => tags.join(' '),
  price: ({ price }) => price ?? undefined,
  unitPrice: ({ unitPrice }) => unitPrice,
  firstPrice: ({ prices }) => prices[0]?.price,
  removed: ({ removed }) => removed,
  fate: ({ fate }) => fate,
  soldPrice: ({ sale }) => sale?.price ?? undefined,
  soldDate: ({ sale }) => sale?.date ?? undefined,
  soldAfterDays: ({ sale }) => sale?.days ?? undefined,
  createTime: ({ createTime }) => isoTime(createTime),
  updateTime: ({ updateTime }) => isoTime(updateTime),
  readTime: ({ readTime }) => isoTime(readTime),
  starred: ({ starred }) => starred,
  partnerStarred: ({ partnerStarred }) => partnerStarred,
  note: ({ note }) => note ?? '',
  url: ({ url }) => url,
};

/** Formats houses as CSV, without the columns of these names. */
export const housesToCsv = (houses: readonly ExportedHouse[], leftOut: ReadonlySet<string> = new Set()) =>
  formatExport(Object.fromEntries(Object.entries(columns).filter(([name]) => !leftOut.has(name))), houses);
