import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { serverHoursQuery } from '../queries.ts';
import styles from './stack-list.module.css';

/** The part of the month's limit that the user's own servers have used. */
export function ServerHours() {
  const { data, error, refetch } = useQuery(serverHoursQuery);
  if (error) return <Failure what="Could not load your server hours." error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <p className={styles.empty}>
      {`Servers that you started have run ${format(data.hours)} of ${format(data.hourLimit)} hours this month (UTC).`}
    </p>
  );
}

const format = (hours: number) => hours.toLocaleString('en-US', { maximumFractionDigits: 1 });
