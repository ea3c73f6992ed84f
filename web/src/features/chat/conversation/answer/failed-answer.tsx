import { useQuery } from '@tanstack/react-query';
import type { ChatMessage } from 'shared-types/contract/chat';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { failureText, unfinished } from '../../format.ts';
import { conversationQuery, modelsQuery } from '../../queries.ts';
import type { useRegenerate, useShowVersion } from './mutations.ts';
import failedStyles from './failed-answer.module.css';
import styles from './faces.module.css';

interface FailedAnswerProps {
  message: ChatMessage;
  regenerate: ReturnType<typeof useRegenerate>;
  show: ReturnType<typeof useShowVersion>;
  onKept: () => void;
}

/** The reason for the failure, and the ways to another answer: a new one, or the one before a regeneration. */
export default function FailedAnswer({ message, regenerate, show, onKept }: FailedAnswerProps) {
  const { failure, isFormer, version } = message;
  return (
    <p className={failedStyles.failed}>
      <SadFace />
      <span>
        {failureText(message) ?? unfinished}{' '}
        <LinkButton onClick={() => regenerate.mutate(undefined)}>Regenerate</LinkButton>
        {failure?.code === 'modelGone' && <RegenerateWithReplacement of={message} regenerate={regenerate} />}{' '}
        {isFormer && version !== undefined && (
          <LinkButton
            aria-busy={show.isPending}
            onClick={() => show.isPending || show.mutate(version, { onSuccess: onKept })}
          >
            Keep previous
          </LinkButton>
        )}
      </span>
    </p>
  );
}

interface RegenerateWithReplacementProps {
  of: ChatMessage;
  regenerate: ReturnType<typeof useRegenerate>;
}

/** Regenerates with the successor of a retired model, and makes it the conversation's model. */
function RegenerateWithReplacement({ of, regenerate }: RegenerateWithReplacementProps) {
  const { data: conversation } = useQuery(conversationQuery(conversationIdOf(of.sessionMessageId)));
  const { data: models } = useQuery(modelsQuery);
  const gone = models?.find(({ code }) => code === (of.modelCode ?? conversation?.chatModal));
  const replacement = models?.find(({ code }) => code === gone?.replacement);
  if (!replacement) return null;
  return (
    <>
      {' '}
      <LinkButton onClick={() => regenerate.mutate(replacement.code)}>
        {`Regenerate with ${replacement.name}`}
      </LinkButton>
    </>
  );
}

function SadFace() {
  return (
    <svg className={styles.sad} width="22" height="22" viewBox="0 0 22 22" role="img" aria-label="Sad face">
      <circle cx="11" cy="11" r="9.25" />
      <path d="M7.9 7.4V9M14.1 7.4V9M7.2 15.6c.9-1.6 2.2-2.4 3.8-2.4s2.9.8 3.8 2.4" />
    </svg>
  );
}
