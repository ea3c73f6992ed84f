import type { NewsKind } from 'shared-types/rules/house-news';

/** A house as a page showed it, or as it was when it was missing for the second time. */
interface State {
  atMs: number;
  price: number | null | undefined;
  title: string;
  removed: boolean;
}

interface NotedHouse {
  houseId: string;
  resblockId: string;
  /** All states, the oldest first. */
  states: [State, ...State[]];
  misses: number;
}

export const stateOf = ({ states }: NotedHouse) => states.at(-1) ?? states[0];

/** Notes what a person sees who reads the lists of the site: all states of all houses. */
export function newNotebook() {
  const houses = new Map<string, NotedHouse>();
  return {
    houses,
    in: (resblockId: string) => [...houses.values()].filter((house) => house.resblockId === resblockId),

    see(
      resblockId: string,
      rows: readonly { houseId: string; price: number | null | undefined; title: string }[],
      atMs: number,
    ) {
      for (const { houseId, price, title } of rows) {
        const state = { atMs, price, title, removed: false };
        const house = houses.get(houseId);
        if (!house) houses.set(houseId, { houseId, resblockId, states: [state], misses: 0 });
        else {
          const last = stateOf(house);
          house.misses = 0;
          if (last.removed || last.price !== price || last.title !== title) house.states.push(state);
        }
      }
    },

    /** Notes that a whole list has shown only these houses. Who is missing twice has left. */
    miss(resblockId: string, rows: readonly { houseId: string }[], atMs: number) {
      const shown = new Set(rows.map(({ houseId }) => houseId));
      for (const house of this.in(resblockId)) {
        if (shown.has(house.houseId) || stateOf(house).removed) continue;
        house.misses += 1;
        if (house.misses >= 2) house.states.push({ ...stateOf(house), atMs, removed: true });
      }
    },
  };
}

export type Notebook = ReturnType<typeof newNotebook>;

/** Notes what a person has done. */
export function newReader() {
  return {
    /** When the person has read a house alone, or it has counted as read from the beginning. */
    own: new Map<string, number>(),
    begun: new Map<string, number>(),
    /** Up to which change the person has read all of a community: the last time, and the times before. */
    all: new Map<string, number[]>(),
    hidden: new Set<string>(),
    starred: new Set<string>(),
    seenAtMs: undefined as number | undefined,
    sinceMs: null as number | null,
    /** A visit ends half an hour after its last request. */
    visit(nowMs: number) {
      if (this.seenAtMs !== undefined && nowMs - this.seenAtMs > 30 * 60_000) this.sinceMs = this.seenAtMs;
      this.seenAtMs = nowMs;
    },
  };
}

export type Reader = ReturnType<typeof newReader>;

/** Returns when the person has read a house last. All of a community is what was known then. */
function readAtMs({ own, begun, all }: Reader, { houseId, resblockId, states }: NotedHouse): number {
  const ofAll = all.get(resblockId)?.at(-1) ?? 0;
  return Math.max(own.get(houseId) ?? 0, begun.get(houseId) ?? 0, ofAll > states[0].atMs ? ofAll : 0);
}

/** Compares what a person knew at a time with every state since. */
function kindsOf({ states }: NotedHouse, knownAtMs: number): NewsKind[] {
  const [first] = states;
  const now = states.at(-1) ?? first;
  if (now.removed) return ['removed'];
  const isNew = knownAtMs <= first.atMs;
  const known = isNew ? 0 : states.findLastIndex(({ atMs }) => atMs < knownAtMs);
  const steps = states.slice(known + 1).map((state, index) => [states[known + index] ?? first, state] as const);
  const change = Number(now.price) - Number(states[known]?.price);
  const kinds: NewsKind[] = [
    ...(isNew ? (['new'] as const) : []),
    ...(change < 0 ? (['cheaper'] as const) : change > 0 ? (['dearer'] as const) : []),
    ...(steps.some(([before, after]) => before.removed && !after.removed) ? (['returned'] as const) : []),
    ...(steps.some(([before, after]) => before.title !== after.title) ? (['edited'] as const) : []),
  ];
  return kinds.length > 0 ? kinds : ['edited'];
}

const isUnread = (reader: Reader, house: NotedHouse) =>
  !reader.hidden.has(house.houseId) && readAtMs(reader, house) <= stateOf(house).atMs;

/** Returns the unread houses that have changed after a time, with the kinds of their news since then. */
export const newsOf = (notebook: Notebook, reader: Reader, sinceMs = 0) =>
  [...notebook.houses.values()]
    .filter((house) => isUnread(reader, house) && stateOf(house).atMs > sinceMs)
    .map((house) => ({ ...house, kinds: kindsOf(house, Math.max(readAtMs(reader, house), sinceMs)) }));

export interface Count {
  resblockId: string;
  unread: number;
  news: Partial<Record<NewsKind, number>>;
}

/** Counts by community, and leaves out those without news. */
export function countsOf(news: ReturnType<typeof newsOf>): Count[] {
  const counts = new Map<string, Count>();
  for (const { resblockId, kinds } of news) {
    const count = counts.get(resblockId) ?? { resblockId, unread: 0, news: {} };
    count.unread += 1;
    for (const kind of kinds) count.news[kind] = (count.news[kind] ?? 0) + 1;
    counts.set(resblockId, count);
  }
  return sortCounts([...counts.values()]);
}

export const sortCounts = (counts: readonly Count[]) =>
  counts
    .map(({ resblockId, unread, news }) => ({ resblockId, unread, news }))
    .toSorted((one, other) => one.resblockId.localeCompare(other.resblockId));
