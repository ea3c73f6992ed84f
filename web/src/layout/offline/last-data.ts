import { sessionQuery } from '../../api/session.ts';
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
  ljmonitor: /^(resblocks|summary|houses|refreshStatus|visit)$/,
  stack: /^(list|hours|description|detail)$/,
};

const keptOfChats: typeof keptOfTools = { chat: /^(sessions|session|messages)$/ };

const maxConversations = 10;

/**
 * Returns whether the data of a query is stored: lists and states, texts of the chat only if the user has chosen so,
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

/** Returns the messages of the conversations that were loaded last, of each the newest page, so that little is stored. */
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

/** Another build may not understand the data that this one has stored. */
export const build = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

/** Adds what a page has loaded to what the same user's pages loaded before, and leaves out what the user does not want any more. */
function addData(client: QueryClient, userId: string, last: LastData): LastData {
  const isWanted = keepsChats(userId);
  const { queries } = dehydrate(client, {
    shouldDehydrateQuery: ({ state: { status } }) => status === 'success',
    shouldDehydrateMutation: () => false,
  });
  const isNew = new Set(queries.map(({ queryHash }) => queryHash));
  const older = last.build === build ? last.state.queries.filter(({ queryHash }) => !isNew.has(queryHash)) : [];
  const all = [...older, ...queries].filter(({ queryKey }) => isKept(queryKey, isWanted));
  const kept = [...all.filter((query) => !isMessages(query)), ...latestMessages(all)];
  return { userId, build, state: { mutations: [], queries: kept } };
}

const isLastData = (stored: unknown): stored is LastData =>
  typeof stored === 'object' && stored !== null && 'userId' in stored && typeof stored.userId === 'string';

async function readLastData(): Promise<LastData | undefined> {
  const response = await caches.match(address, { cacheName });
  const stored: unknown = await response?.json();
  return isLastData(stored) ? stored : undefined;
}

/** Returns the id of the person to whom the last data belongs, even while it is empty. */
export const ownerOfLastData = async () => ('caches' in window ? (await readLastData())?.userId : undefined);

/** Only one tab at a time reads the last data and replaces it. */
const replaceLastData = (replace: (last: LastData | undefined) => LastData | undefined) =>
  navigator.locks.request(cacheName, async () => {
    const next = replace(await readLastData());
    if (!next) return;
    const cache = await caches.open(cacheName);
    await cache.put(address, new Response(JSON.stringify(next)));
  });

/**
 * Makes the last data that of the person whom the site has named. What another one has left is replaced by an empty entry, so
 * that no older tab can store the other one's data again.
 */
export const claimLastData = (userId: string) =>
  replaceLastData((last) =>
    last?.userId === userId ? undefined : { userId, build, state: { mutations: [], queries: [] } },
  );

/** Stores the data of a page, if the last data belongs to its user. */
export const storeData = (client: QueryClient, userId: string) =>
  replaceLastData((last) => (last?.userId === userId ? addData(client, userId, last) : undefined));

/** Shows what was stored, as old as it is, and asks for it again. */
export async function restoreData(client: QueryClient) {
  const last = await readLastData();
  // The site may have named another user meanwhile.
  const known = client.getQueryData(sessionQuery.queryKey)?.userId ?? last?.userId;
  if (last?.build !== build || last.userId !== known) return;
  hydrate(client, last.state);
  // The failure of these marks the data as old, and repeats them until the site answers.
  void client.refetchQueries({ type: 'active' });
}
