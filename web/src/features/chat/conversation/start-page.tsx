import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { FullPage } from '../../../layout/full-page.tsx';
import styles from '../chat.module.css';
import { Composer } from './composer/composer.tsx';
import { useStartConversation } from './messages/mutations.ts';
import { SettingsIcon } from './settings/settings-button.tsx';
import { useSendDraft } from './composer/use-send-draft.ts';
import { Button } from '../../../ui/buttons/button.tsx';

const place = 'new';

/** No conversation yet: the first message begins one. */
export function StartPage() {
  const navigate = useNavigate();
  const start = useStartConversation();
  const post = useSendDraft(place, start.mutateAsync);
  /** Whoever has gone elsewhere meanwhile is not brought back. */
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  const send = async () => {
    const accepted = await post();
    if (accepted && isHere.current) void navigate({ search: `?sessionId=${accepted.session.sessionId}` });
  };
  return (
    <FullPage title="Chat">
      <div className={styles.start}>
        <h1>Start Chatting</h1>
        <p>Enter begins a new line, Ctrl+Enter or ⌘+Enter sends.</p>
      </div>
      <Composer place={place} send={send} isSending={start.isPending} error={start.error}>
        <Button disabled aria-label="Settings" title="A conversation has settings once it has begun">
          <SettingsIcon />
        </Button>
      </Composer>
    </FullPage>
  );
}
