import { useQuery } from '@tanstack/react-query';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { ownMailsQuery } from '../account/account-mails.tsx';
import styles from './activity.module.css';
import { actorNames, describeEvent, describeSource, sortEvents } from './describe-activity.ts';
import { ownEventsQuery } from './queries.ts';

/** The last events of the user's own account. */
export function OwnEvents() {
  const { data: events, error, refetch } = useQuery(ownEventsQuery);
  // The mails are shown above. The events wait for them, so that they do not move down when the mails arrive.
  const { isPending: isPushedDown } = useQuery(ownMailsQuery);
  const now = useNow();
  if (error) return <Failure what="Could not load your activity." error={error} onRetry={() => void refetch()} />;
  if (!events || isPushedDown) return null;
  const newestFirst = sortEvents(events);
  return (
    <section className={styles.own}>
      <h2>Recent activity</h2>
      {events.length === 0 && <p>No activity yet.</p>}
      <ul>
        {newestFirst.map((event) => (
          <li key={event.eventRef}>
            <span className={styles.event}>
              {describeEvent(event)}
              {event.by !== null && ` by ${actorNames.get(event.by) ?? 'the owner'}`}
            </span>
            <span>
              {formatTime(event.time, now)}, {describeSource(event)}
            </span>
          </li>
        ))}
      </ul>
      {events.length > 0 && (
        <p className={styles.note}>
          If you do not recognize something, end your other sessions and sign out, which also ends a copied session.
          Then sign in again and change your password.
        </p>
      )}
    </section>
  );
}
