import { useQuery } from '@tanstack/react-query';
import type { StackAccess } from 'shared-types/contract/stack';
import { Page } from '../../../layout/page.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Waiting } from '../../../ui/feedback/waiting.tsx';
import { formatHours } from '../hours/format-hours.ts';
import { serverHoursQuery, stackListQuery } from '../queries.ts';
import { StackCard } from './stack-card.tsx';
import styles from './stack-list.module.css';

/** Who may start and stop servers. */
const accessTexts: Record<StackAccess, string> = {
  everyone: 'Everyone who is signed in can start and stop these servers.',
  listed: 'The owner has given you rights to these servers. The page of each one shows them.',
  none: 'You can watch these servers. To start and stop them, ask the owner for the right.',
};

export function StackList() {
  const { data: list, error, isPending, refetch } = useQuery(stackListQuery);
  const hasStacks = list !== undefined && list.data.length > 0;
  return (
    <Page width="window" title="stack list">
      <h1 className={styles.title}>stack list</h1>
      {isPending && (
        <Waiting>
          <Skeleton rows={4} />
        </Waiting>
      )}
      {error && (
        <Failure
          {...(list ? { what: 'Could not update the list.' } : { word: 'error' })}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <ul className={styles.list}>
        {list?.data.map((stackName) => (
          <StackCard key={stackName} stackName={stackName} />
        ))}
      </ul>
      {list && (
        <p className={styles.empty}>
          {hasStacks
            ? accessTexts[list.access]
            : 'This site has no game servers. Its owner adds them in cdk.json, under stacks.configured.'}
        </p>
      )}
      {hasStacks && list.access !== 'none' && <ServerHours />}
    </Page>
  );
}

/** The part of the month's limit that the user's own servers have used. */
function ServerHours() {
  const { data, error, refetch } = useQuery(serverHoursQuery);
  if (error) return <Failure what="Could not load your server hours." error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <p className={styles.empty}>
      Servers that you started have run {formatHours(data.hours)} of {data.hourLimit} this month (UTC).
    </p>
  );
}
