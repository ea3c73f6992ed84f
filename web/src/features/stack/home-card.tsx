import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { isUp } from 'shared-types/rules/stack-status';
import { stackPage } from 'shared-types/rules/stack/page';
import { sessionQuery } from '../../api/session.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Waiting } from '../../ui/feedback/waiting.tsx';
import styles from '../../ui/content/live-rows.module.css';
import { SensibleAction } from './server/sensible-action.tsx';
import { Address } from './server/address.tsx';
import { Players } from './server/players.tsx';
import { AsOf } from './server/times.tsx';
import { descriptionQuery, stackListQuery } from './queries.ts';
import { runningAction } from './actions.ts';
import { describeStack } from './describe-stack.ts';
import { stateColor } from './state.ts';

const description = 'Start and stop game servers';

/** Loads the stacks of a signed-in user, which poll while one of them is active. */
function useStacks() {
  const { data: user, isPending } = useQuery(sessionQuery);
  const list = useQuery({ ...stackListQuery, enabled: user !== undefined });
  const names = list.data?.data ?? [];
  const stacks = useQueries({ queries: names.map((stackName) => descriptionQuery(stackName)) });
  const isLoading = isPending || list.isLoading || stacks.some((stack) => stack.isLoading);
  return { names, isEmpty: list.data?.data.length === 0, isLoading, stacks };
}

/** The running servers. When they cannot be loaded, the line describes the tool instead. */
export function StackLine() {
  const { names, isEmpty, isLoading, stacks } = useStacks();
  if (isLoading) return <>&nbsp;</>;
  if (isEmpty) return 'This site has no game servers';
  if (names.length === 0 || stacks.some(({ data }) => !data)) return description;
  const running = names.filter((_, index) => isUp(stacks[index]?.data?.awsStackInfo?.stackStatus ?? ''));
  if (running.length === 0) return 'None running';
  return (
    <>
      <strong>{running.length} running</strong> of {names.length} · {running.join(', ')}
    </>
  );
}

/** Each server with its state and its sensible action: to start it, or to copy its address. */
export function StackRows() {
  const { data: user, isPending } = useQuery(sessionQuery);
  const { data: list, isLoading, error } = useQuery({ ...stackListQuery, enabled: user !== undefined });
  if (isPending || isLoading) return <Waiting />;
  if (error && !list) return <Failure what="Could not load the servers." error={error} />;
  if (!list || list.data.length === 0) return null;
  return (
    <ul className={styles.rows}>
      {list.data.map((stackName) => (
        <StackRow key={stackName} stackName={stackName} />
      ))}
    </ul>
  );
}

function StackRow({ stackName }: { stackName: string }) {
  const { data } = useQuery(descriptionQuery(stackName));
  const info = data?.awsStackInfo ?? null;
  const running = runningAction(data?.actionLogs ?? []);
  return (
    <li className={styles.server}>
      <Link className={styles.text} to={stackPage(stackName)}>
        {stackName}
      </Link>
      <span className={styles.state} data-color={stateColor(info, running)}>
        {data && describeStack(info, running)}
        <AsOf since={data?.outdatedSince} /> {info && <Players info={info} running={running} />}
      </span>
      {info && <Address info={info} running={running} />}
      {data && <SensibleAction stackName={stackName} info={info} running={running} rights={data.rights} />}
    </li>
  );
}
