import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import type { StackInfo } from 'shared-types/contract/stack';
import { ApiError } from '../../../api/api-error.ts';
import { MessagePage } from '../../../layout/page.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ActionLogs } from '../actions/action-logs.tsx';
import { Actions } from '../actions/actions.tsx';
import { StackFrame } from '../list/stack-frame.tsx';
import { isActive } from '../polling/polling-rule.ts';
import { ServerConnection } from './connection.tsx';
import styles from './stack-detail.module.css';
import { Events } from '../events/events.tsx';
import { Timestamp } from '../timestamp.tsx';
import { Outputs } from './outputs.tsx';
import { detailQuery } from '../queries.ts';
import { StatusSummary } from '../status/status-summary.tsx';
import { stackStateOf } from '../status/stack-state.ts';
import { Backups } from '../worlds/backups.tsx';
import { useTabTitle } from '../notifications/tab-title.ts';
import { runningAction } from '../actions/messages.ts';
import * as texts from './messages.ts';
import * as sentences from './sentences.tsx';

export default function StackDetail() {
  const [search] = useSearchParams();
  const stackName = search.get('stackName') ?? '';
  if (stackName !== '') return <Stack key={stackName} stackName={stackName} />;
  return (
    <MessagePage title={texts.stack}>
      <p>{sentences.noStackSelected(<Link to="/stack">{texts.allStacks}</Link>)}</p>
    </MessagePage>
  );
}

function Stack({ stackName }: { stackName: string }) {
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery(detailQuery(stackName));
  const isPolling = isActive(data, error, useNow());
  const retry = () => void refetch();
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <StackFrame current={stackName} title={useTabTitle(stackName, { data, isPolling, updatedAt: dataUpdatedAt })}>
      <div className={styles.head}>
        <h1>{texts.stackTitle(stackName)}</h1>
        {!isUnknown && (
          <Actions stackName={stackName} data={data}>
            {data && (
              <StatusSummary
                stackName={stackName}
                data={data}
                error={error}
                isPolling={isPolling}
                updatedAt={dataUpdatedAt}
                refresh={retry}
              />
            )}
          </Actions>
        )}
      </div>
      {error && (
        <Failure
          {...(data ? { what: texts.liveUpdatesArePaused } : { word: texts.error })}
          error={error}
          onRetry={retry}
        />
      )}
      {isUnknown && (
        <p>
          <Link to="/stack">{texts.allStacks}</Link>
        </p>
      )}
      {isPending && <Skeleton rows={12} />}
      {data && (
        <>
          {data.awsStackInfo && <ServerConnection info={data.awsStackInfo} running={runningAction(data.actionLogs)} />}
          <Backups
            stackName={stackName}
            isRunning={stackStateOf(data.awsStackInfo?.stackStatus) === 'running'}
            isBusy={runningAction(data.actionLogs) !== undefined}
            isPolling={isPolling}
            mayChange={data.access !== 'none'}
          />
          <ActionLogs actionLogs={data.actionLogs} />
          <details className={styles.details}>
            <summary>{texts.technicalDetails}</summary>
            <Facts stackName={stackName} info={data.awsStackInfo} />
            <Outputs outputs={data.awsStackInfo?.outputs ?? []} />
            <Events info={data.awsStackInfo} lastEvents={data.lastEvents} />
          </details>
        </>
      )}
    </StackFrame>
  );
}

function Facts({ stackName, info }: { stackName: string; info: StackInfo | null }) {
  return (
    <dl className={styles.facts}>
      <dt>{texts.stackname}</dt>
      <dd>{info?.stackName ?? stackName}</dd>
      <dt>{texts.stackstatus}</dt>
      <dd>
        {info?.stackStatus ?? texts.notFoundStatus}
        {info?.stackStatusReason && <span className={styles.aside}>{info.stackStatusReason}</span>}
      </dd>
      <dt>{texts.creationtime}</dt>
      <dd>
        <Timestamp time={info?.creationTime} />
      </dd>
      <dt>{texts.updatetime}</dt>
      <dd>
        <Timestamp time={info?.updateTime} />
      </dd>
    </dl>
  );
}
