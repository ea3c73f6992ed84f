import { useQuery } from '@tanstack/react-query';
import { Page } from '../../../layout/page.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Waiting } from '../../../ui/feedback/waiting.tsx';
import { accessTexts } from '../actions/messages.ts';
import { stackListQuery } from '../queries.ts';
import { ServerHours } from './server-hours.tsx';
import { StackCard } from './stack-card.tsx';
import * as texts from './messages.ts';
import styles from './stack-list.module.css';

export function StackList() {
  const { data: list, error, isPending, refetch } = useQuery(stackListQuery);
  const hasStacks = list !== undefined && list.data.length > 0;
  return (
    <Page width="wide" title={texts.stackList}>
      <h1>{texts.stackList}</h1>
      {isPending && (
        <Waiting>
          <Skeleton rows={4} />
        </Waiting>
      )}
      {error && (
        <Failure
          {...(list ? { what: texts.couldNotUpdateList } : { word: 'error' })}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <ul className={styles.list}>
        {list?.data.map((stackName) => (
          <StackCard key={stackName} stackName={stackName} />
        ))}
      </ul>
      {list && <p className={styles.empty}>{hasStacks ? accessTexts[list.access] : texts.noStacks}</p>}
      {hasStacks && list.access !== 'none' && <ServerHours />}
    </Page>
  );
}
