import { Fragment, useId } from 'react';
import type { StackEvent, StackInfo } from 'shared-types/contract/stack';
import { StatusBadge } from '../status/badge.tsx';
import styles from '../detail/stack-detail.module.css';
import { Timestamp } from '../timestamp.tsx';
import { Table } from './table.tsx';
import { Timeline } from './timeline.tsx';

interface EventsProps {
  info: StackInfo | null;
  /** Of the last launch, also when there is no stack any more. */
  lastEvents: StackEvent[];
}

export function Events({ info, lastEvents }: EventsProps) {
  const id = useId();
  const events = info?.events ?? lastEvents;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Events</h2>
      {events.length === 0 && <p className={styles.empty}>None.</p>}
      {events.length > 0 && (
        <>
          {!info && <p className={styles.empty}>Of the last launch: the stack is gone.</p>}
          <Timeline events={events} />
          <Table
            labelledBy={id}
            layout="events"
            heads={['timestamp', 'resourceType', 'logicalResourceId', 'resourceStatus']}
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
          </Table>
        </>
      )}
    </section>
  );
}

/** 'AWS::EC2::Instance': in a narrow column it is broken between its parts. */
const ResourceType = ({ name }: { name: string }) =>
  name.split(/(?<=::)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
