import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { usageQuery } from '../../queries.ts';
import styles from './settings.module.css';
import { formatCount, chatErrorMessage } from '../../format.ts';

/** What was used of everything that is limited or paid for, over all sessions. */
export function Usage() {
  const { data: usage, error, refetch } = useQuery(usageQuery);
  if (error)
    return (
      <p className={styles.complaint}>
        What was used could not be loaded. {chatErrorMessage(error)}{' '}
        <LinkButton onClick={() => void refetch()}>retry</LinkButton>
      </p>
    );
  return (
    <p className={styles.hint}>
      {usage ? (
        <>
          This month {formatCount(usage.inputTokens)} tokens read and {formatCount(usage.outputTokens)} written; today{' '}
          {formatCount(usage.messagesToday)} of {formatCount(usage.messagesPerDay)} messages.
        </>
      ) : (
        <>&nbsp;</>
      )}
    </p>
  );
}
