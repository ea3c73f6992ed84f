import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { describeSpending } from '../../../../lib/format-spending.ts';
import { usageQuery } from '../../queries.ts';
import styles from './settings.module.css';
import { formatCount, chatErrorMessage } from '../../format.ts';
import * as texts from './messages.ts';

/** The used tokens and messages of the user, over all conversations. */
export function Usage() {
  const { data: usage, error, refetch } = useQuery(usageQuery);
  if (error)
    return (
      <p className={styles.error}>
        {texts.couldNotLoadUsage} {chatErrorMessage(error)}{' '}
        <LinkButton onClick={() => void refetch()}>{texts.retry}</LinkButton>
      </p>
    );
  return (
    <p className={styles.hint}>
      {usage ? (
        <>
          {texts.usage(
            formatCount(usage.inputTokens),
            formatCount(usage.outputTokens),
            formatCount(usage.messagesToday),
            formatCount(usage.messagesPerDay),
          )}
          <br />
          {texts.limitsUsed(describeSpending(usage.spending))}
        </>
      ) : (
        <>&nbsp;</>
      )}
    </p>
  );
}
