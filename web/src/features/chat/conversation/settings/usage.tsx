import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { usageQuery } from '../../queries.ts';
import styles from './settings.module.css';
import { countText, refusalOf } from '../../format.ts';

/** What was used of everything that is limited or paid for, over all sessions. */
export function Usage() {
  const { data: usage, error, refetch } = useQuery(usageQuery);
  if (error)
    return (
      <p className={styles.complaint}>
        What was used could not be loaded. {refusalOf(error)}{' '}
        <LinkButton onClick={() => void refetch()}>retry</LinkButton>
      </p>
    );
  return (
    <p className={styles.hint}>
      {usage ? (
        <>
          This month {countText(usage.inputTokens)} tokens read and {countText(usage.outputTokens)} written; today{' '}
          {countText(usage.messagesToday)} of {countText(usage.messagesPerDay)} messages.
        </>
      ) : (
        <>&nbsp;</>
      )}
    </p>
  );
}
