import type { House, Resblock } from 'shared-types/contract/ljmonitor';
import { maxHouseNoteLength } from 'shared-types/rules/limits';
import { listingId } from 'shared-types/rules/monitor/listing-id';
import type { CsvRow } from './read-csv.ts';

/** What a row changes of a house. */
export interface HouseChange {
  house: House;
  starred?: boolean;
  note?: string;
}

export interface ImportPlan {
  houses: HouseChange[];
  /** The addresses or ids of communities that are not tracked yet. */
  communities: string[];
  /** The number of houses that no tracked community has. */
  unknownHouses: number;
  /** The number of rows without an id, or with a note that is too long. */
  unreadableRows: number;
}

interface Known {
  houses: readonly House[];
  communities: readonly Resblock[];
}

/**
 * Compares the rows of a CSV with what is here. A row of a house has its id or address, and `starred`, `note` or both; a row of a
 * community has its `resblockId`. An empty cell changes nothing, and of several cells for one thing of a house the last one counts.
 */
export function planImport(rows: readonly CsvRow[], { houses, communities }: Known): ImportPlan {
  const byId = new Map(houses.map((house) => [house.houseId, house]));
  const tracked = new Set(communities.map(({ resblockId }) => resblockId));
  const wanted = new Map<string, Wanted>();
  const added = new Map<string, string>();
  const unknown = new Set<string>();
  let unreadableRows = 0;
  for (const row of rows) {
    const { note = '', url = '' } = row;
    const isOfHouse = isHouse(row);
    const id = isOfHouse ? idOf(row['houseId'], url) : idOf(row['resblockId'], url);
    const house = byId.get(id ?? '');
    if (id === undefined || note.length > maxHouseNoteLength) unreadableRows += 1;
    else if (!isOfHouse && !tracked.has(id)) added.set(id, url === '' ? id : url);
    else if (isOfHouse && house)
      wanted.set(id, {
        house,
        starred: flagOf(row['starred']) ?? wanted.get(id)?.starred,
        note: note || wanted.get(id)?.note,
      });
    else if (isOfHouse) unknown.add(id);
  }
  return {
    houses: [...wanted.values()]
      .map(changeOf)
      .filter(({ starred, note }) => starred !== undefined || note !== undefined),
    communities: [...added.values()],
    unknownHouses: unknown.size,
    unreadableRows,
  };
}

const isHouse = (row: CsvRow) => row['houseId'] !== undefined || row['resblockId'] === undefined;

/** Returns the ids of the houses in a CSV, each once. */
export const houseIdsIn = (rows: readonly CsvRow[]): string[] => [
  ...new Set(rows.flatMap((row) => (isHouse(row) ? (idOf(row['houseId'], row['url']) ?? []) : []))),
];

/** What the rows of a house ask for. */
interface Wanted {
  house: House;
  starred: boolean | undefined;
  note: string | undefined;
}

const changeOf = ({ house, starred, note }: Wanted): HouseChange => ({
  house,
  ...(starred !== undefined && starred !== house.starred && { starred }),
  ...(note !== undefined && note !== house.note && { note }),
});

/** A spreadsheet may round an id of twelve digits, as in 1.07104E+11. The address still has it. */
const idOf = (cell = '', url = '') =>
  listingId.test(cell) ? cell : /\/(?:ershoufang|xiaoqu)\/(\d{6,24})(?:\.html|\/|$)/.exec(url)?.[1];

const flags = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['是', true],
  ['false', false],
  ['no', false],
  ['0', false],
  ['否', false],
]);

const flagOf = (cell = '') => flags.get(cell.toLowerCase());
