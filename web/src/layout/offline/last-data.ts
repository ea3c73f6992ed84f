import { lastDataCache as cacheName } from '../../lib/draft-storage.ts';
import { keepsChats } from '../../lib/preferences/kept-chats.ts';
import { type DehydratedState, dehydrate, hydrate, type QueryClient, type QueryKey } from '@tanstack/react-query';

const address = '/last-data';

/** The data that the pages of one user have loaded. */
interface LastData {
  userId: string;
  build: string;
  state: DehydratedState;
}

const keptOfTools: Record<string, RegExp> = {
  session: /^$/,
  ljmonitor: /^(resblocks|summary|houses|latest|refreshStatus)$/,
  stack: /^(list|description)$/,
};

const keptOfChats: typeof keptOfTools = { chat: /^(sessions|last|session|messages)$/ };

const maxConversations = 10;

/**
 * Returns whether the answer of a query is stored: lists and states, texts of the chat only if the user has chosen so,
 * nothing of accounts, costs or the owner's.
 */
export function isKept(queryKey: QueryKey, isChatWanted: boolean) {
  const [tool = '', part = '', kind] = queryKey.map((each) => (typeof each === 'string' ? each : undefined));
  const kept = keptOfTools[tool] ?? (isChatWanted ? keptOfChats[tool] : undefined);
  return kept?.test(tool === 'stack' ? (kind ?? part) : part) ?? false;
}

type StoredQuery = DehydratedState['queries'][number];

const isPaged = (data: unknown): data is { pages: unknown[]; pageParams: unknown[] } =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;

const isMessages = ({ queryKey }: StoredQuery) => queryKey[0] === 'chat' && queryKey[1] === 'messages';

/** Returns the newest page of the messages, and as many conversations as a person may look up on the way. */
function latestMessages(queries: StoredQuery[]) {
  const latest = queries
    .filter(isMessages)
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .slice(0, maxConversations);
  return latest.map((query) => {
    const { data } = query.state;
    if (!isPaged(data)) return query;
    const newest = { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
    return { ...query, state: { ...query.state, data: newest } };
  });
}

/** Another build may not understand the answers that this one has stored. */
const build = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

/** Adds what a page has loaded to what the same user's pages loaded before, and leaves out what the user does not want any more. */
function addData(client: QueryClient, userId: string, last: LastData | undefined): LastData {
  const isWanted = keepsChats(userId);
  const { queries } = dehydrate(client, {
    shouldDehydrateQuery: ({ state: { status } }) => status === 'success',
    shouldDehydrateMutation: () => false,
  });
  const isNew = new Set(queries.map(({ queryHash }) => queryHash));
  const older = last?.build === build ? last.state.queries.filter(({ queryHash }) => !isNew.has(queryHash)) : [];
  const all = [...older, ...queries].filter(({ queryKey }) => isKept(queryKey, isWanted));
  const kept = [...all.filter((query) => !isMessages(query)), ...latestMessages(all)];
  return { userId, build, state: { mutations: [], queries: kept } };
}

const isLastData = (stored: unknown): stored is LastData =>
  typeof stored === 'object' && stored !== null && 'userId' in stored && typeof stored.userId === 'string';

async function readLastData(): Promise<LastData | undefined> {
  const answer = await caches.match(address, { cacheName });
  const stored: unknown = await answer?.json();
  return isLastData(stored) ? stored : undefined;
}

/** Stores the data of a page. An older tab of another user stores nothing. */
export const storeData = (client: QueryClient, userId: string) =>
  navigator.locks.request('last-data', async () => {
    const last = await readLastData();
    if (last && last.userId !== userId) return;
    const cache = await caches.open(cacheName);
    await cache.put(address, new Response(JSON.stringify(addData(client, userId, last))));
  });

/** Erases what another person has left. */
export const eraseOthers = (userId: string) =>
  navigator.locks.request('last-data', async () => {
    const last = await readLastData();
    if (last && last.userId !== userId) await eraseLastData();
  });

export const eraseLastData = () => caches.delete(cacheName);

/** Shows what was stored, as old as it is, and asks for it again. Returns the id of its user. */
export async function restoreData(client: QueryClient): Promise<string | undefined> {
  const last = await readLastData();
  if (last?.build !== build) return undefined;
  hydrate(client, last.state);
  // The failure of these marks the data as old, and repeats them until the site answers.
  void client.refetchQueries({ type: 'active' });
  return last.userId;
}
