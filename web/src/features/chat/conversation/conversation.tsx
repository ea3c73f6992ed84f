import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '../../../api/api-error.ts';
import { FullPage } from '../../../layout/full-page.tsx';
import { MessagePage } from '../../../layout/page.tsx';
import { Composer } from './composer/composer.tsx';
import { QuestionCost } from './composer/question-cost.tsx';
import { useSendMessage } from './messages/mutations.ts';
import { MessageList } from './messages/message-list.tsx';
import { conversationQuery } from '../queries.ts';
import { ConversationHead } from './conversation-head.tsx';
import { SettingsButton } from './settings/settings-button.tsx';
import { useSendDraft } from './composer/use-send-draft.ts';
import * as texts from './messages.ts';

export function Conversation({ sessionId }: { sessionId: string }) {
  const { data: conversation, error } = useQuery(conversationQuery(sessionId));
  const message = useSendMessage(sessionId);
  const post = useSendDraft(sessionId, message.mutateAsync);
  const [sentCount, setSentCount] = useState(0);
  const send = async () => {
    if (await post()) setSentCount((count) => count + 1);
  };
  if (isNotFound(error)) return <ConversationNotFound />;
  return (
    <FullPage title={conversation?.title ?? texts.chat}>
      <ConversationHead conversation={conversation} />
      <MessageList sessionId={sessionId} memorySize={conversation?.memorySize} sentCount={sentCount} />
      <Composer
        draftId={sessionId}
        send={send}
        isSending={message.isPending}
        error={message.error}
        note={<QuestionCost sessionId={sessionId} />}
      >
        <SettingsButton sessionId={sessionId} />
      </Composer>
    </FullPage>
  );
}

const isNotFound = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400);

function ConversationNotFound() {
  return (
    <MessagePage title={texts.conversationNotFound}>
      <p>
        {texts.deletedOrIncompleteLink} <Link to="/chat">{texts.startChatting}</Link>
      </p>
    </MessagePage>
  );
}
