import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messagePage, searchPage } from 'shared-types/rules/chat/page';
import { maxSearchLength } from 'shared-types/rules/limits';
import { stackPage } from 'shared-types/rules/stack/page';
import { call } from '../../api/call.ts';
import { continueInterval } from '../../api/query-client.ts';
import { ownerQuery } from '../../api/owner.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/content/dialog.tsx';
import { housePage, oneHouse } from '../../lib/house-link.ts';
import { usePreferences } from '../../lib/preferences/preferences.ts';
import { setTheme, useTheme } from '../../lib/preferences/theme.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import styles from './keys.module.css';
import { placesOf } from '../top-bar/places.ts';

/** Names what an entry leads to. */
const kindNames = {
  tool: 'Tool',
  view: 'Saved view',
  community: 'Community',
  house: 'House',
  stack: 'Stack',
  conversation: 'Conversation',
  message: 'Message',
  action: 'Action',
};

interface Entry {
  /** What it leads to. It stays when other entries come before it. */
  id: string;
  kind: keyof typeof kindNames;
  name: string;
  run: () => void;
}

const searchId = 'search messages';

const maxEntries = 12;

/** Each group shows at least as many of its entries, however many the groups before it have. */
const minOfGroup = 2;

const communitiesQuery = queryOptions({
  queryKey: ['palette', 'communities'],
  queryFn: ({ signal }) => call('GET /api/ljmonitor/resblock', { signal }),
});

const stacksQuery = queryOptions({
  queryKey: ['palette', 'stacks'],
  queryFn: ({ signal }) => call('GET /api/minecraft_bedrock/v2', { signal }),
});

/** Loads the latest conversations, or those whose title contains the text. */
const conversationsQuery = (title: string) =>
  queryOptions({
    queryKey: ['palette', 'conversations', title],
    queryFn: ({ signal }) =>
      title === ''
        ? call('GET /api/chat/session/list', { signal })
        : call('GET /api/chat/session/search', { query: { title }, signal }),
    placeholderData: keepPreviousData,
  });

/** A single character would find most houses and messages. */
const minSearchLength = 2;
const isSearchable = (text: string) => text.length >= minSearchLength && text.length <= maxSearchLength;
const maxHouses = 4;
const maxMessages = 3;

/** Loads the houses with these words, those that changed last first. */
const housesQuery = (text: string) =>
  queryOptions({
    queryKey: ['palette', 'houses', text],
    queryFn: async ({ signal }) => {
      const query = { order: '-updateTime', text } as const;
      return (await call('GET /api/ljmonitor/house/sorted', { query, signal })).houses;
    },
    enabled: isSearchable(text),
  });

/** Loads the newest messages with these words. */
const messagesQuery = (text: string) =>
  queryOptions({
    queryKey: ['palette', 'messages', text],
    queryFn: ({ signal }) => call('GET /api/chat/session/message/search', { query: { text }, signal }),
    enabled: isSearchable(text),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => continueInterval(query, query.state.data?.remaining),
  });

interface PaletteProps {
  onClose: () => void;
  onShowKeys: () => void;
}

/** Finds tools, saved views, communities, houses, stacks, conversations and actions by their names, and messages by their words. */
export default function Palette({ onClose, onShowKeys }: PaletteProps) {
  const [text, setText] = useState('');
  const [marked, mark] = useState<string>();
  const found = useEntries(text.trim(), onShowKeys);
  const [first] = found;
  // What arrives above it does not take the mark of what was found first. The search is there before anything is found.
  if (first && first.id !== searchId && !found.some(({ id }) => id === marked)) mark(first.id);
  const current = Math.max(
    0,
    found.findIndex(({ id }) => id === marked),
  );
  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) mark(found.at((current + step) % found.length)?.id);
    else if (event.key === 'Enter') choose(found[current]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <div className={styles.search}>
        <input
          className={styles.field}
          role="combobox"
          aria-label="Go to"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found[current] && `palette-${current}`}
          autoComplete="off"
          placeholder="Search houses, servers, conversations"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            mark(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        {/* A phone has no Escape. */}
        <Button onClick={onClose}>Close</Button>
      </div>
      <div id="palette-list" role="listbox" aria-label="Results" className={styles.list}>
        {found.map((entry, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={entry.id}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === current}
            onPointerMove={() => mark(entry.id)}
            onClick={() => choose(entry)}
          >
            <span className={styles.name}>{entry.name}</span>
            <span className={styles.kind}>{kindNames[entry.kind]}</span>
          </button>
        ))}
      </div>
      <output className={styles.none}>{found.length === 0 && 'No matches.'}</output>
    </Dialog>
  );
}

const act = (name: string, run: () => void): Entry => ({ id: name, kind: 'action', name, run });

function useEntries(text: string, onShowKeys: () => void): Entry[] {
  const navigate = useNavigate();
  const theme = useTheme();
  const { tools, views } = usePreferences();
  const { data: communities = [] } = useQuery(communitiesQuery);
  const { data: stacks } = useQuery(stacksQuery);
  const { data: owner } = useQuery(ownerQuery);
  const { data: conversations = [], isPlaceholderData } = useQuery(conversationsQuery(text));
  const { data: houses = [] } = useQuery(housesQuery(text));
  const messages = useFoundMessages(text);
  const link = (kind: Entry['kind'], name: string, path: string, state?: object): Entry => ({
    id: `${kind} ${path}`,
    kind,
    name,
    run: () => void navigate(path, { state }),
  });
  const matches = ({ name }: Entry) => name.toLowerCase().includes(text.toLowerCase());
  const groups = [
    [
      ...placesOf(tools).map(({ name, path }) => link('tool', name, path)),
      link('tool', 'Account', '/auth'),
      ...views.map(({ name, query }) => link('view', name, `/ljmonitor?${query}`)),
      ...communities.map(({ resblockId, name }) =>
        link('community', name || resblockId, `/ljmonitor?resblockId=${resblockId}`),
      ),
      ...(stacks?.data ?? []).map((name) => link('stack', name, stackPage(name))),
      ...(owner?.isOwner ? [link('tool', 'Activity', '/activity'), link('tool', 'Costs', '/costs')] : []),
      link('action', 'New conversation', '/chat'),
      act(theme === 'dark' ? 'Light mode' : 'Dark mode', () => setTheme(theme === 'dark' ? 'light' : 'dark')),
      act('Keyboard shortcuts', onShowKeys),
    ].filter(matches),
    // The server has searched the houses and the titles.
    houses
      .slice(0, maxHouses)
      .map(({ houseId, title }) => ({ ...link('house', title, housePage(title), oneHouse), id: houseId })),
    // Those of the text before wait for the server's answer only if they have this one, too.
    conversations
      .map(({ sessionId, title }) => link('conversation', title, `/chat?sessionId=${sessionId}`))
      .filter((entry) => !isPlaceholderData || matches(entry)),
  ];
  if (text === '' || text.length > maxSearchLength) return firstOf(groups, maxEntries);
  // The messages come later than the rest, so their place is kept for them, and nothing above them moves.
  return [
    ...firstOf(groups, maxEntries - maxMessages - 1),
    { ...link('action', `Search messages for “${text}”`, searchPage(text)), id: searchId },
    ...messages.map(({ sessionMessageId, excerpt }) => link('message', excerpt, messagePage(sessionMessageId, text))),
  ];
}

/** Fills the room with the first entries of each group. What a group does not need goes to those before it. */
function firstOf(groups: readonly Entry[][], room: number): Entry[] {
  let free = room;
  for (const { length } of groups) free -= Math.min(length, minOfGroup);
  return groups.flatMap((group) => {
    const shown = group.slice(0, minOfGroup + free);
    free -= Math.max(0, shown.length - minOfGroup);
    return shown;
  });
}

/** Returns the first messages of a search, which is sent when the person has stopped typing. */
function useFoundMessages(text: string) {
  const { data } = useQuery(messagesQuery(useDebounced(text)));
  return isSearchable(text) ? (data?.messages ?? []).slice(0, maxMessages) : [];
}
