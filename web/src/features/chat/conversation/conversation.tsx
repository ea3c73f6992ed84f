import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ChatSession } from 'shared-types/contract/chat';
import { isSettled } from 'shared-types/rules/message-status';
import { ApiError } from '../../../api/api-error.ts';
import { FullPage } from '../../../layout/full-page.tsx';
import { StopButton } from './answer/stop-button.tsx';
import { Composer } from './composer/composer.tsx';
import composerStyles from './composer/composer.module.css';
import { useSendMessage } from './messages/mutations.ts';
import { MessageList } from './messages/message-list.tsx';
import { conversationQuery, conversationsQuery, messagesQuery } from '../queries.ts';
import { ConversationHead } from './conversation-head.tsx';
import { isBlank } from '../format.ts';
import { SettingsButton } from './settings/settings-button.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { useDraft } from './composer/draft.ts';
import { useSendDraft } from './composer/use-send-draft.ts';

const ConversationNotFound = onDemand(() => import('./not-found.tsx'));
const BranchMap = onDemand(() => import('./branches/branch-map.tsx'));
const FindBar = onDemand(() => import('./find/find-bar.tsx'));
const QuestionCost = onDemand(() => import('./composer/question-cost.tsx'));

export function Conversation({ sessionId }: { sessionId: string }) {
  const { data: conversation, error } = useQuery(conversationQuery(sessionId));
  const listed = useListed(sessionId);
  const title = (conversation ?? listed)?.title ?? 'Chat';
  const message = useSendMessage(sessionId);
  const post = useSendDraft(sessionId, message.mutateAsync);
  const [sentCount, setSentCount] = useState(0);
  const awaited = useAwaitedAnswer(sessionId);
  const [query] = useSearchParams();
  const send = async () => {
    if (await post()) setSentCount((count) => count + 1);
  };
  if (isNotFound(error))
    return (
      <LazyPart>
        <ConversationNotFound />
      </LazyPart>
    );
  return (
    <FullPage title={title}>
      <ConversationHead title={title} conversation={conversation} />
      {query.has('find') && (
        <LazyPart>
          <FindBar sessionId={sessionId} />
        </LazyPart>
      )}
      {query.has('branches') && (
        <LazyPart>
          <BranchMap sessionId={sessionId} />
        </LazyPart>
      )}
      <MessageList sessionId={sessionId} conversation={conversation} sentCount={sentCount} />
      <Composer
        draftId={sessionId}
        send={send}
        isSending={message.isPending}
        error={message.error}
        modelCode={conversation?.chatModal}
        stop={awaited && <StopButton key={awaited.sessionMessageId} message={awaited} />}
        note={<CostOfDraft sessionId={sessionId} conversation={conversation} />}
      >
        <SettingsButton sessionId={sessionId} />
      </Composer>
    </FullPage>
  );
}

/** Returns the conversation as its list has it, which may be loaded earlier. */
function useListed(sessionId: string) {
  const { data } = useInfiniteQuery({ ...conversationsQuery, enabled: false });
  return data?.pages.flat().find((each) => each.sessionId === sessionId);
}

/** The cost of the question that is being written. An empty field keeps its place. */
function CostOfDraft({ sessionId, conversation }: { sessionId: string; conversation: ChatSession | undefined }) {
  const { text, attachments } = useDraft(sessionId);
  const empty = <p className={composerStyles.cost} />;
  if (isBlank(text) && !attachments?.length) return empty;
  return (
    <LazyPart loading={empty} failure={null}>
      <QuestionCost draftId={sessionId} conversation={conversation} modelCode={conversation?.chatModal} />
    </LazyPart>
  );
}

/** Returns the last message, while it is an answer in progress. */
function useAwaitedAnswer(sessionId: string) {
  const { data } = useInfiniteQuery({ ...messagesQuery(sessionId), enabled: false });
  const last = data?.pages.flat()[0];
  return last && !isSettled(last) ? last : undefined;
}

const isNotFound = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400);
