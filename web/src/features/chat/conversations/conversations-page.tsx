import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { ChatSession } from 'shared-types/contract/chat';
import { Page } from '../../../layout/page.tsx';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { Conversations, SearchField } from './conversation-list.tsx';
import styles from './conversations-page.module.css';
import { NewConversation } from './titles/new-conversation.tsx';
import { type Selected, SelectionContext, toggled } from './selection/selection.ts';
import { useClearCurrent } from './use-clear-current.ts';
import { importAndExport } from '../texts.ts';

const SelectionBar = onDemand(() => import('./selection/selection-bar.tsx'));

const searchName = 'search';

/** The tab of all conversations. The search text is in the query string. */
export default function ConversationsPage() {
  const [query, setQuery] = useSearchParams();
  const searched = query.get(searchName) ?? '';
  const search = (title: string) =>
    setQuery(
      (before) => {
        if (title === '') before.delete(searchName);
        else before.set(searchName, title);
        return before;
      },
      { replace: true },
    );
  const [selected, setSelected] = useState<Selected>();
  const selection = useMemo(
    () =>
      selected && { selected, toggle: (each: ChatSession) => setSelected((before) => before && toggled(before, each)) },
    [selected],
  );
  const clearCurrent = useClearCurrent();
  const endSelection = () => {
    setSelected(undefined);
    return clearCurrent((sessionId) => selected?.has(sessionId) ?? false);
  };
  return (
    <Page title="Conversations">
      <h1 className="unseen">Conversations</h1>
      <div className={styles.bar}>
        <NewConversation />
        <Button
          className={`${buttonClass} ${styles.select}`}
          aria-pressed={selected !== undefined}
          onClick={() => setSelected(selected ? undefined : new Map())}
        >
          Select
        </Button>
        <Link data-screen-only className={styles.transfer} to="/chat/transfer">
          {importAndExport}
        </Link>
        <SearchField title={searched} onSearch={search} />
      </div>
      {selected && (
        <LazyPart loading={<div className={styles.loading} />}>
          <SelectionBar
            selected={selected}
            searched={searched}
            onSelect={(shown) => setSelected(new Map(shown.map((each) => [each.sessionId, each])))}
            onDelete={endSelection}
          />
        </LazyPart>
      )}
      <SelectionContext value={selection}>
        <Conversations searched={searched} />
      </SelectionContext>
    </Page>
  );
}
