import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '../../../api/api-error.ts';
import { FullPage } from '../../../layout/full-page.tsx';
import { MessagePage } from '../../../layout/page.tsx';
import { Composer } from './composer/composer.tsx';
import { useSendMessage } from './messages/mutations.ts';
import { Messages } from './messages/message-list.tsx';
import { sessionQuery } from '../queries.ts';
import { SettingsButton } from './settings/settings-button.tsx';
import { useSending } from './composer/use-send-draft.ts';

export function Conversation({ sessionId }: { sessionId: string }) {
  const { data: session, error } = useQuery(sessionQuery(sessionId));
  const message = useSendMessage(sessionId);
  const post = useSending(sessionId, message.mutateAsync);
  const [sent, setSent] = useState(0);
  const send = async () => {
    if (await post()) setSent((count) => count + 1);
  };
  if (isNowhere(error)) return <Nowhere />;
  return (
    <FullPage title={session?.title ?? 'Chat'}>
      <h1 className="unseen">{session?.title ?? 'Chat'}</h1>
      <Messages sessionId={sessionId} memorySize={session?.memorySize} sent={sent} />
      <Composer place={sessionId} send={send} isSending={message.isPending} error={message.error}>
        <SettingsButton sessionId={sessionId} />
      </Composer>
    </FullPage>
  );
}

const isNowhere = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400);

function Nowhere() {
  return (
    <MessagePage title="No such conversation">
      <p>
        It was deleted, or the address is not complete. <Link to="/chat">Start Chatting</Link>
      </p>
    </MessagePage>
  );
}
