import { Fragment, useId } from 'react';
import type { StackEvent, StackInfo } from 'shared-types/contract/stack';
import { StatusBadge } from '../server/badge.tsx';
import styles from './stack-detail.module.css';
import { Timestamp } from '../server/times.tsx';
import { DataTable } from '../../../ui/content/data-table.tsx';
import columns from './table-columns.module.css';
import { Timeline } from './timeline.tsx';

interface EventsProps {
  info: StackInfo | null;
  /** The events of the last run remain after the stack is deleted. */
  lastEvents: StackEvent[];
}

export function Events({ info, lastEvents }: EventsProps) {
  const id = useId();
  const events = info?.events ?? lastEvents;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Events</h2>
      {events.length === 0 && <p className={styles.empty}>No events.</p>}
      {events.length > 0 && (
        <>
          {!info && <p className={styles.empty}>From the last run.</p>}
          <Timeline events={events} />
          <DataTable
            aria-labelledby={id}
            className={`${columns.table} ${columns.events}`}
            heads={['Timestamp', 'Resource type', 'Logical resource ID', 'Resource status']}
          >
            {events.map((event, index) => (
              <tr key={index}>
                <td>
                  <Timestamp time={event.timestamp} />
                </td>
                <td>
                  <ResourceType name={event.resourceType} />
                </td>
                <td>{event.logicalResourceId}</td>
                <td>
                  <StatusBadge status={event.resourceStatus} />
                  {event.reason && <span className={styles.reason}>{event.reason}</span>}
                </td>
              </tr>
            ))}
          </DataTable>
        </>
      )}
    </section>
  );
}

/** A type such as 'AWS::EC2::Instance'. A narrow column breaks it between its parts. */
const ResourceType = ({ name }: { name: string }) =>
  name.split(/(?<=::)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
