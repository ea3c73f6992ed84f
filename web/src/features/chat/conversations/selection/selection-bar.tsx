import { useQueryClient } from '@tanstack/react-query';
import type { ChatSession } from 'shared-types/contract/chat';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { isBlank } from '../../format.ts';
import { conversationSearchQuery, conversationsQuery } from '../../queries.ts';
import { exported, exportFailed, exporting, exportStopped } from '../../transfer/texts.ts';
import { useExport } from '../../transfer/use-export.ts';
import { useDeleteConversations } from './delete-conversations.ts';
import type { Selected } from './selection.ts';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  selected: Selected;
  /** The text of the search whose results are shown; blank while all conversations are. */
  searched: string;
  onSelect: (conversations: ChatSession[]) => void;
  /** Runs at the deletion. What it returns runs when the conversations are back. */
  onDelete: () => () => void;
}

/** Does something with all selected conversations. */
export default function SelectionBar({ selected, searched, onSelect, onDelete }: SelectionBarProps) {
  const client = useQueryClient();
  const conversations = [...selected.values()];
  const task = useExport('export of the selected', { list: () => conversations });
  const { status, progress, save } = task;
  const deleteConversations = useDeleteConversations();
  const isEmpty = conversations.length === 0;
  const selectShown = () =>
    onSelect(
      (isBlank(searched)
        ? client.getQueryData(conversationsQuery.queryKey)?.pages.flat()
        : client.getQueryData(conversationSearchQuery(searched.trim()).queryKey)) ?? [],
    );
  return (
    <div className={styles.bar}>
      <p role="status">
        {conversations.length === 0 ? 'None selected' : `${conversations.length} selected`}
        {status === 'running' && ` · ${exporting(progress)}`}
        {status === 'done' && ` · ${exported(progress)}`}
        {status === 'stopped' && ` · ${exportStopped}`}
      </p>
      <Button onClick={selectShown}>Select shown</Button>
      <Button disabled={isEmpty} aria-busy={status === 'running'} onClick={save}>
        Export
      </Button>
      {status === 'running' && <Button onClick={task.stop}>Stop</Button>}
      <Button disabled={isEmpty} onClick={() => void deleteConversations(conversations, onDelete())}>
        Delete
      </Button>
      {status === 'failed' && <Failure what={exportFailed(task.zip)} error={task.error} onRetry={task.goOn} />}
    </div>
  );
}
