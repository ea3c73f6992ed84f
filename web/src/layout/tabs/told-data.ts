import { type InfiniteData, type QueryClient, type QueryKey, hashKey } from '@tanstack/react-query';

/** The data of one query, as another tab shows it. */
export interface ToldData {
  queryKey: QueryKey;
  data: unknown;
  updatedAt: number;
  /** A change of that tab has brought it: that tab has not only loaded it again. */
  isChange: boolean;
}

const toldParts: Record<string, RegExp> = {
  auth: /^(accounts|invitations|mails|news|sessions)$/,
  chat: /^(models|personas|session|sessions|usage)$/,
  ljmonitor: /./,
  stack: /./,
};

/**
 * Returns whether tabs tell each other the data of a query. Each tab follows the messages of its conversation by itself, because their
 * text grows word by word. Secrets of a sign-in stay in their tab.
 */
export const isTold = ([tool, part]: QueryKey) =>
  typeof tool === 'string' && typeof part === 'string' && (toldParts[tool]?.test(part) ?? false);

type Pages = InfiniteData<unknown[]>;

export const isPaged = (data: unknown): data is Pages =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;

/** Returns the id of a row of a list that loads page by page. */
function idOf(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return undefined;
  return 'houseId' in row ? row.houseId : 'sessionId' in row ? row.sessionId : undefined;
}

/** Puts the rows of another tab in place of the same part of this tab's list. What this tab has loaded below them stays. */
export function mergePages(own: Pages, told: Pages): Pages {
  const toldRows = told.pages.flat();
  const ids = new Set(toldRows.map(idOf));
  const isKnown = (row: unknown) => ids.has(idOf(row));
  const at = own.pages.findLastIndex((page) => page.some(isKnown));
  const page = own.pages[at];
  if (!page) return told;
  const last = page.findLastIndex(isKnown);
  const ownIds = new Set(own.pages.flat().map(idOf));
  // New rows have pushed what follows below the told pages. Without any, what is missing in these pages is gone.
  const isPushed = at >= told.pages.length || !toldRows.every((row) => ownIds.has(idOf(row)));
  const from = isPushed && last + 1 < page.length ? at : at + 1;
  const below = [page.slice(last + 1), ...own.pages.slice(at + 1)].slice(from - at);
  const hasAskedForEnd = at + 1 < own.pages.length && idOf(page[last]) === idOf(toldRows.at(-1));
  if (below.flat().length === 0 && !hasAskedForEnd) return told;
  // An empty page ends a list, and what this tab has below the rows counts.
  const shown = told.pages.filter(({ length }) => length > 0).length;
  return {
    pages: [...told.pages.slice(0, shown), ...below],
    pageParams: [...told.pageParams.slice(0, shown), ...own.pageParams.slice(from)],
  };
}

/** Shows the rows of another tab's list wherever this tab's list in another order or with other filters has them, too. */
function withRows(list: Pages, rows: ReadonlyMap<unknown, unknown>): Pages {
  return {
    ...list,
    pages: list.pages.map((page) =>
      page.some((row) => rows.has(idOf(row))) ? page.map((row) => rows.get(idOf(row)) ?? row) : page,
    ),
  };
}

const communities = ['ljmonitor', 'resblocks'];
const houses = ['ljmonitor', 'houses'];

const communityOf = (row: unknown) =>
  typeof row === 'object' && row !== null && 'resblockId' in row ? row.resblockId : undefined;

/** Leaves out the houses of communities that another tab has deleted. The home page has no communities to compare. */
function withHousesOf(tracked: unknown[]) {
  const ids = new Set(tracked.map(communityOf));
  return (list: Pages): Pages => ({
    ...list,
    pages: list.pages.map((page) => page.filter((row) => ids.has(communityOf(row)))),
  });
}

/**
 * Shows the data of another tab in place of the older data of this tab, without asking the server. `askedAt` has the times at which
 * this tab has asked for its data last, by hash.
 */
export function showTold(client: QueryClient, told: readonly ToldData[], askedAt: ReadonlyMap<string, number>) {
  for (const { queryKey, data, updatedAt, isChange } of told) {
    const own = client.getQueryState(queryKey);
    if (own?.data !== undefined && own.dataUpdatedAt <= updatedAt) {
      const isAskedBefore = own.fetchStatus === 'fetching' && (askedAt.get(hashKey(queryKey)) ?? 0) < updatedAt;
      const shown = isPaged(own.data) && isPaged(data) ? mergePages(own.data, data) : data;
      client.setQueryData(queryKey, shown, { updatedAt });
      // The response that is on its way may be older than the change.
      if (isChange && isAskedBefore) void client.invalidateQueries({ queryKey, exact: true });
    }
    if (isPaged(data)) showRows(client, queryKey, data, updatedAt);
    if (isChange && Array.isArray(data) && hashKey(queryKey) === hashKey(communities))
      changeLists(client, houses, updatedAt, withHousesOf(data));
  }
}

function showRows(client: QueryClient, told: QueryKey, { pages }: Pages, updatedAt: number) {
  const rows = new Map(pages.flat().map((row) => [idOf(row), row]));
  rows.delete(undefined);
  changeLists(client, told.slice(0, 2), updatedAt, (list, queryHash) =>
    queryHash === hashKey(told) ? list : withRows(list, rows),
  );
}

/** Changes the lists below a key that are older than what another tab has told. They stay as old as they are. */
function changeLists(
  client: QueryClient,
  prefix: QueryKey,
  updatedAt: number,
  change: (list: Pages, queryHash: string) => Pages,
) {
  for (const { queryKey, queryHash, state } of client.getQueryCache().findAll({ queryKey: prefix })) {
    const { data, dataUpdatedAt } = state;
    if (!isPaged(data) || dataUpdatedAt > updatedAt) continue;
    const changed = change(data, queryHash);
    if (changed !== data) client.setQueryData(queryKey, changed, { updatedAt: dataUpdatedAt });
  }
}
