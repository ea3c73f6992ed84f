import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatAge } from '../../lib/format-time.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Waiting } from '../../ui/feedback/waiting.tsx';
import styles from '../../ui/content/live-rows.module.css';
import { LatestConversations, useLatest } from './conversations/latest-conversations.tsx';
import { newDraftId, saveDraft, sendAtOnce, useDraft } from './conversation/composer/draft.ts';

const description = 'Chat with an AI assistant';

/** The latest conversation. When it cannot be loaded, the line describes the tool instead. */
export function ChatLine() {
  const { latest, isLoading } = useLatest();
  const now = useNow();
  if (isLoading) return <>&nbsp;</>;
  if (latest === undefined) return description;
  const [last] = latest;
  if (!last) return 'No conversations yet';
  return (
    <>
      Last: <strong dir="auto">{last.title}</strong> · {formatAge(last.updateTime, now)}
    </>
  );
}

/** A field that starts a conversation, and the last ones, each a tap away. */
export function ChatRows() {
  const { user, isLoading } = useLatest();
  return (
    <>
      {user && <AskField />}
      {isLoading && <Waiting />}
      <LatestConversations />
    </>
  );
}

/** The same draft as on the chat's start page, which sends it. */
function AskField() {
  const { text } = useDraft(newDraftId);
  const navigate = useNavigate();
  const send = (event: FormEvent) => {
    event.preventDefault();
    void navigate('/chat', { state: sendAtOnce });
  };
  return (
    <form className={styles.ask} onSubmit={send}>
      <input
        aria-label="Ask something"
        placeholder="Ask something…"
        dir="auto"
        autoComplete="off"
        value={text}
        onChange={(event) => saveDraft(newDraftId, { text: event.target.value })}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        Send
      </Button>
    </form>
  );
}
