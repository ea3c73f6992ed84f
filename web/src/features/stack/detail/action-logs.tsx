import { useId } from 'react';
import type { ActionLog } from 'shared-types/contract/stack';
import { describeActor } from 'shared-types/rules/stack/actor';
import { ActionBadge } from '../server/badge.tsx';
import { describeReason, type FailureText } from './failure.ts';
import { Said } from './said.tsx';
import styles from './stack-detail.module.css';
import { Timestamp } from '../server/times.tsx';
import { DataTable } from '../../../ui/content/data-table.tsx';
import columns from './table-columns.module.css';

export function ActionLogs({ actionLogs }: { actionLogs: ActionLog[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Recent Action Logs</h2>
      {actionLogs.length === 0 && <p className={styles.empty}>No actions yet.</p>}
      {actionLogs.length > 0 && (
        <DataTable
          aria-labelledby={id}
          className={`${columns.table} ${columns.logs}`}
          heads={['Action time', 'Action', 'Sync time', 'Sync status']}
        >
          {actionLogs.map((log) => (
            <tr key={log.actionTime}>
              <td>
                <Timestamp time={log.actionTime} />
              </td>
              <td>
                {log.action} {describeActor(log)}
              </td>
              <td>
                <Timestamp time={log.syncTime} />
              </td>
              <td>
                <ActionBadge status={log.syncStatus} />
                {log.reason && <Reason of={describeReason(log.action, log.reason)} />}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}

const Reason = ({ of: { sentence, said } }: { of: FailureText }) => (
  <>
    <span className={styles.reason}>{sentence}</span>
    <Said words={said} />
  </>
);
