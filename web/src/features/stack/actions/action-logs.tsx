import { useId } from 'react';
import type { ActionLog } from 'shared-types/contract/stack';
import { ActionBadge } from '../status/badge.tsx';
import styles from '../detail/stack-detail.module.css';
import { Timestamp } from '../timestamp.tsx';
import { DataTable } from '../../../ui/content/data-table.tsx';
import columns from '../table-columns.module.css';
import { describeActor } from './messages.ts';
import * as texts from './messages.ts';

export function ActionLogs({ actionLogs }: { actionLogs: ActionLog[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{texts.recentActionLogs}</h2>
      {actionLogs.length === 0 && <p className={styles.empty}>{texts.noActionsYet}</p>}
      {actionLogs.length > 0 && (
        <DataTable
          aria-labelledby={id}
          className={`${columns.table} ${columns.logs}`}
          heads={['actionTime', 'action', 'syncTime', 'syncStatus']}
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
                {log.reason && <span className={styles.reason}>{log.reason}</span>}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}
