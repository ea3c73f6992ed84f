import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { serverHoursQuery } from '../queries.ts';
import * as texts from './messages.ts';
import styles from './stack-list.module.css';

/** The part of the month's limit that the user's own servers have used. */
export function ServerHours() {
  const { data, error, refetch } = useQuery(serverHoursQuery);
  if (error) return <Failure what={texts.couldNotLoadHours} error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return <p className={styles.empty}>{texts.hoursUsed(data.hours, data.hourLimit)}</p>;
}
