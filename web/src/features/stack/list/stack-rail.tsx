import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { stackPage } from 'shared-types/rules/stack/page';
import { descriptionQuery, detailQuery, stackListQuery } from '../queries.ts';
import { StateDot } from '../server/state-dot.tsx';
import { AsOf } from '../server/times.tsx';
import styles from './stack-rail.module.css';
import { runningAction } from '../actions.ts';
import { describeStack } from '../describe-stack.ts';
import { stateColor } from '../state.ts';

/** All stacks, beside the one that is shown. */
export function StackRail({ current }: { current: string }) {
  const { data: list } = useQuery(stackListQuery);
  const names = list?.data ?? [current];
  return (
    <nav aria-label="Stacks">
      <p className={styles.all}>
        <Link to="/stack">All stacks</Link>
      </p>
      <ul>
        {names.map((stackName) =>
          stackName === current ? (
            <CurrentRow key={stackName} stackName={stackName} />
          ) : (
            <OtherRow key={stackName} stackName={stackName} />
          ),
        )}
      </ul>
    </nav>
  );
}

/** The page beside it asks for this stack already. */
function CurrentRow({ stackName }: { stackName: string }) {
  const { data } = useQuery(detailQuery(stackName));
  return <Row stackName={stackName} isCurrent data={data} />;
}

function OtherRow({ stackName }: { stackName: string }) {
  const { data } = useQuery(descriptionQuery(stackName));
  return <Row stackName={stackName} isCurrent={false} data={data} />;
}

interface RowProps {
  stackName: string;
  isCurrent: boolean;
  data: { awsStackInfo: StackInfo | null; actionLogs: ActionLog[]; outdatedSince?: number | undefined } | undefined;
}

function Row({ stackName, isCurrent, data }: RowProps) {
  const running = runningAction(data?.actionLogs ?? []);
  return (
    <li>
      <Link className={styles.row} to={stackPage(stackName)} aria-current={isCurrent ? 'page' : undefined}>
        <span className={styles.name}>{stackName}</span>
        <StateDot color={stateColor(data?.awsStackInfo, running)} />
        <span className={styles.state}>
          {data ? describeStack(data.awsStackInfo, running) : ' '}
          <AsOf since={data?.outdatedSince} />
        </span>
      </Link>
    </li>
  );
}
