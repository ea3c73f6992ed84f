import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import type { StackRights } from 'shared-types/rules/stack/rights';
import { DataTable } from '../../../ui/content/data-table.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Waiting } from '../../../ui/feedback/waiting.tsx';
import { Address } from '../detail/address.tsx';
import { Outdated } from '../polling/outdated.tsx';
import { PollingPaused } from '../polling/polling-paused.tsx';
import { ActionBadge, StatusBadge } from '../status/badge.tsx';
import { Timestamp } from '../timestamp.tsx';
import { Players } from '../detail/players.tsx';
import { descriptionQuery } from '../queries.ts';
import * as texts from './messages.ts';
import styles from './stack-list.module.css';
import { SensibleAction } from '../actions/sensible-action.tsx';
import { runningAction } from '../actions/messages.ts';
import { describeStack } from '../status/messages.ts';

export function StackCard({ stackName }: { stackName: string }) {
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery(descriptionQuery(stackName));
  const refresh = () => void refetch();
  return (
    <li className={styles.card}>
      <h2 className={styles.name}>
        <Link data-key="o" to={`/stack/detail?stackName=${encodeURIComponent(stackName)}`}>
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
          <Failure {...(data ? { what: texts.livePaused } : { word: 'error' })} error={error} onRetry={refresh} />
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
  return (
    <>
      <p>
        <StatusBadge status={info?.stackStatus} />
      </p>
      <p className={styles.sentence}>{describeStack(info, running)}</p>
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
      <dl className={styles.times}>
        <dt>{texts.createdLabel}</dt>
        <dd>
          <Timestamp time={info?.creationTime} />
        </dd>
        <dt>{texts.updatedLabel}</dt>
        <dd>
          <Timestamp time={info?.updateTime} />
        </dd>
      </dl>
      <DataTable className={styles.actions} heads={[texts.action, texts.status, texts.updated]}>
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
      {actionLogs.length === 0 && <p className={styles.sentence}>{texts.noActions}</p>}
    </>
  );
}
