import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Address } from '../detail/address.tsx';
import { PollingPaused } from '../polling/polling-paused.tsx';
import { ActionBadge, StatusBadge } from '../status/badge.tsx';
import { Timestamp } from '../timestamp.tsx';
import { Players } from '../detail/players.tsx';
import { descriptionQuery } from '../queries.ts';
import styles from './stack-list.module.css';
import { runningAction, describeStack } from '../messages.ts';

export function StackCard({ stackName }: { stackName: string }) {
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery(descriptionQuery(stackName));
  const look = () => void refetch();
  return (
    <li className={styles.card}>
      <h2 className={styles.name}>
        <Link to={`/stack/detail?stackName=${encodeURIComponent(stackName)}`}>{stackName}</Link>
      </h2>
      {isPending && <Skeleton rows={4} />}
      {error && (
        <div className={styles.above}>
          <Failure
            {...(data ? { what: 'It is no longer followed.' } : { word: 'error' })}
            error={error}
            onRetry={look}
          />
        </div>
      )}
      {data && <Facts info={data.awsStackInfo} actionLogs={data.actionLogs} />}
      {data && <PollingPaused data={data} error={error} seenAt={dataUpdatedAt} look={look} className={styles.seen} />}
    </li>
  );
}

function Facts({ info, actionLogs }: { info: StackInfo | null; actionLogs: ActionLog[] }) {
  const running = runningAction(actionLogs);
  return (
    <>
      <p>
        <StatusBadge status={info?.stackStatus} />
      </p>
      <p className={styles.sentence}>{describeStack(info, running)}</p>
      {info && (
        <>
          <p className={styles.sentence}>
            <Players info={info} running={running} />
          </p>
          <div className={`${styles.above} ${styles.address}`}>
            <Address info={info} running={running} />
          </div>
        </>
      )}
      <dl className={styles.times}>
        <dt>CREATED</dt>
        <dd>
          <Timestamp time={info?.creationTime} />
        </dd>
        <dt>UPDATED</dt>
        <dd>
          <Timestamp time={info?.updateTime} />
        </dd>
      </dl>
      <table className={styles.actions}>
        <thead>
          <tr>
            <th>Action</th>
            <th>Status</th>
            <th>Updated</th>
          </tr>
        </thead>
        <tbody>
          {actionLogs.map(({ action, actionTime, syncStatus, syncTime }) => (
            <tr key={actionTime}>
              <td>{action}</td>
              <td>
                <ActionBadge status={syncStatus} />
              </td>
              <td>
                <Timestamp time={syncTime} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {actionLogs.length === 0 && <p className={styles.sentence}>No actions yet.</p>}
    </>
  );
}
