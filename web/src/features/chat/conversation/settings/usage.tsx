import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { describeSpending } from '../../../../lib/format-spending.ts';
import { usageQuery } from '../../queries.ts';
import styles from './settings.module.css';
import { formatCount, chatErrorMessage } from '../../format.ts';

/** The used tokens and messages of the user, over all conversations. */
export function Usage() {
  const { data: usage, error, refetch } = useQuery(usageQuery);
  if (error)
    return (
      <p className={styles.error}>
        Could not load your usage. {chatErrorMessage(error)}{' '}
        <LinkButton onClick={() => void refetch()}>Retry</LinkButton>
      </p>
    );
  return (
    <p className={styles.hint}>
      {usage ? (
        <>
          {`This month: ${formatCount(usage.inputTokens)} tokens in, ${formatCount(usage.outputTokens)} out. Today: ${formatCount(usage.messagesToday)} of ${formatCount(usage.messagesPerDay)} messages.`}
          <br />
          {`Limits used: ${describeSpending(usage.spending)}. Answers in progress count in full.`}
        </>
      ) : (
        <>&nbsp;</>
      )}
    </p>
  );
}
