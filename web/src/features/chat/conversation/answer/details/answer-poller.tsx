import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LinkButton } from '../../../../../ui/buttons/button.tsx';
import { chatErrorMessage } from '../../../format.ts';
import styles from '../../messages/messages.module.css';
import { type PollClock, pollQuery } from '../../../queries.ts';
import { answerMutationKey } from '../mutations.ts';

/** Polls the answer until its status is final, and shows when polling fails. */
export default function AnswerPoller({ sessionMessageId }: { sessionMessageId: string }) {
  const isChanging = useIsMutating({ mutationKey: answerMutationKey(sessionMessageId) }) > 0;
  const [clock] = useState<PollClock>({});
  const { error, refetch } = useQuery({ ...pollQuery(sessionMessageId, clock), enabled: !isChanging });
  if (!error) return null;
  return (
    <p className={styles.pollError} role="alert" data-load="again">
      Lost the connection to this answer. {chatErrorMessage(error)}{' '}
      <LinkButton onClick={() => void refetch()}>Retry</LinkButton>
    </p>
  );
}
