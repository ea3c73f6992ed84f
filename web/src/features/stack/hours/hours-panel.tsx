import { useQuery } from '@tanstack/react-query';
import type { GameId } from 'shared-types/rules/stack/game';
import { formatDollars } from '../../../lib/format-spending.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { serverHoursQuery, stackHoursQuery } from '../queries.ts';
import { forecastHours, formatHours } from './format-hours.ts';
import { Sizes } from './sizes.tsx';

/** What a server has run and cost in this month, what the month may come to, what ends it, and what other sizes cost. */
export default function HoursPanel({ stackName, game }: { stackName: string; game: GameId }) {
  const { data, error, refetch } = useQuery(stackHoursQuery(stackName));
  const own = useQuery(serverHoursQuery);
  if (error) return <Failure what="Could not load the hours." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={2} />;
  const describe = (hours: number) =>
    data.hourlyPrice === null || hours * data.hourlyPrice < 0.005
      ? formatHours(hours)
      : `${formatHours(hours)}, about ${formatDollars(hours * data.hourlyPrice)}`;
  const whole = forecastHours(data.hours, serverNow());
  return (
    <>
      <p>This month so far: {describe(data.hours)}.</p>
      {whole !== undefined && <p>At this rate, the whole month comes to {describe(whole)}.</p>}
      <p>
        A server stops at its planned time, and when it has been empty for a while. A start plans its stop after{' '}
        {formatHours(data.maxUptimeHours)} at the latest
        {own.data &&
          `, and before the servers that you start have run ${formatHours(own.data.hourLimit)} in a month (${formatHours(own.data.hours)} so far) or all servers of the site ${formatHours(own.data.siteHourLimit)}`}
        .
      </p>
      <Sizes game={game} instanceType={data.instanceType} />
    </>
  );
}
