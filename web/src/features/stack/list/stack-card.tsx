import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import type { StackRights } from 'shared-types/rules/stack/rights';
import { stackPage } from 'shared-types/rules/stack/page';
import { DataTable } from '../../../ui/content/data-table.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Waiting } from '../../../ui/feedback/waiting.tsx';
import { Address } from '../server/address.tsx';
import { Outdated } from '../server/times.tsx';
import { PollingPaused } from '../server/times.tsx';
import { ActionBadge, StatusBadge } from '../server/badge.tsx';
import { StateDot } from '../server/state-dot.tsx';
import { Timestamp } from '../server/times.tsx';
import { Players } from '../server/players.tsx';
import { descriptionQuery } from '../queries.ts';
import styles from './stack-list.module.css';
import { SensibleAction } from '../server/sensible-action.tsx';
import { runningAction } from '../actions.ts';
import { describeStack } from '../describe-stack.ts';
import { stateColor } from '../state.ts';

export function StackCard({ stackName }: { stackName: string }) {
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery(descriptionQuery(stackName));
  const refresh = () => void refetch();
  return (
    <li className={styles.card}>
      <h2 className={styles.name}>
        <Link data-key="o" to={stackPage(stackName)}>
          {stackName}
        </Link>
      </h2>
      {isPending && (
        <Waiting>
          <Skeleton rows={4} />
        </Waiting>
      )}
      {error && (
        <div className={styles.above}>
          <Failure
            {...(data ? { what: 'Live updates are paused.' } : { word: 'error' })}
            error={error}
            onRetry={refresh}
          />
        </div>
      )}
      {data && (
        <Facts
          stackName={stackName}
          rights={data.rights}
          info={data.awsStackInfo}
          actionLogs={data.actionLogs}
          outdatedSince={data.outdatedSince}
        />
      )}
      {data && (
        <PollingPaused data={data} error={error} updatedAt={dataUpdatedAt} refresh={refresh} className={styles.age} />
      )}
    </li>
  );
}

interface FactsProps {
  stackName: string;
  rights: StackRights;
  info: StackInfo | null;
  actionLogs: ActionLog[];
  outdatedSince: number | undefined;
}

function Facts({ stackName, rights, info, actionLogs, outdatedSince }: FactsProps) {
  const running = runningAction(actionLogs);
  const color = stateColor(info, running);
  return (
    <>
      <p className={styles.state} data-color={color}>
        <StateDot color={color} />
        {describeStack(info, running)}
      </p>
      <Outdated since={outdatedSince} className={styles.sentence} />
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
      <div className={`${styles.above} ${styles.act}`}>
        <SensibleAction stackName={stackName} info={info} running={running} rights={rights} />
      </div>
      {/* CloudFormation's word is about its own last operation: a start that it has rolled back is complete to it. */}
      <p className={styles.status}>
        <StatusBadge status={info?.stackStatus} />
      </p>
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
      <DataTable className={styles.actions} heads={['Action', 'Status', 'Updated']}>
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
      </DataTable>
      {actionLogs.length === 0 && <p className={styles.sentence}>No actions yet.</p>}
    </>
  );
}
