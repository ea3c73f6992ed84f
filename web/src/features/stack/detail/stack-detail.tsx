import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { StackInfo } from 'shared-types/contract/stack';
import type { GameLicense } from 'shared-types/contract/stack/license';
import { gameOf } from 'shared-types/rules/stack/game';
import { mayReplace } from 'shared-types/rules/stack/rights';
import { ApiError } from '../../../api/api-error.ts';
import { MessagePage } from '../../../layout/page.tsx';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Waiting } from '../../../ui/feedback/waiting.tsx';
import { ActionLogs } from './action-logs.tsx';
import { Actions } from './action-buttons.tsx';
import { StackFrame } from '../list/stack-frame.tsx';
import { isActive } from '../polling.ts';
import { ServerConnection } from './connection.tsx';
import { KeptParts } from './kept-parts.tsx';
import styles from './stack-detail.module.css';
import { Events } from './events.tsx';
import { StatusBadge } from '../server/badge.tsx';
import { Timestamp } from '../server/times.tsx';
import { Outputs } from './outputs.tsx';
import { detailQuery } from '../queries.ts';
import { BootPhases } from './boot-phases.tsx';
import { StatusSummary } from './status-summary.tsx';
import { Backups } from '../worlds/backups.tsx';
import { useTabTitle } from './tab-title.ts';
import { contextOf, runningAction } from '../actions.ts';
import { stackStateOf } from '../state.ts';

const ConsolePanel = onDemand(() => import('../console/console-panel.tsx'));
const PlayerListsPanel = onDemand(() => import('../console/player-lists.tsx'));
const HoursPanel = onDemand(() => import('../hours/hours-panel.tsx'));
const WeeklyTimesPanel = onDemand(() => import('../weekly-times/weekly-times-panel.tsx'));
const RightsPanel = onDemand(() => import('../rights/rights-panel.tsx'));
const LicenseNotice = onDemand(() => import('./license-notice.tsx'));
const StartLinks = onDemand(() => import('../links/start-links.tsx'));

export default function StackDetail() {
  const [search] = useSearchParams();
  const stackName = search.get('stackName') ?? '';
  if (stackName !== '') return <Stack key={stackName} stackName={stackName} />;
  return (
    <MessagePage title="Stack">
      <p>
        No stack selected. <Link to="/stack">All stacks</Link>
      </p>
    </MessagePage>
  );
}

function Stack({ stackName }: { stackName: string }) {
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery(detailQuery(stackName));
  const isPolling = isActive(data, error, useNow());
  const retry = () => void refetch();
  const isRunning = stackStateOf(data?.awsStackInfo?.stackStatus) === 'running';
  const isUnknown = error instanceof ApiError && error.status === 404;
  const title = useTabTitle(stackName, { data, isPolling, updatedAt: data?.outdatedSince ?? dataUpdatedAt });
  return (
    <StackFrame current={stackName} title={title}>
      <div className={styles.head}>
        <h1>Stack: {stackName}</h1>
        {!isUnknown && (
          <Actions stackName={stackName} data={data}>
            {data && <StatusSummary data={data} error={error} updatedAt={dataUpdatedAt} refresh={retry} />}
          </Actions>
        )}
      </div>
      {error && (
        <Failure {...(data ? { what: 'Live updates are paused.' } : { word: 'Error' })} error={error} onRetry={retry} />
      )}
      {isUnknown && (
        <p>
          <Link to="/stack">All stacks</Link>
        </p>
      )}
      {isPending && (
        <Waiting>
          <Skeleton rows={12} />
        </Waiting>
      )}
      {data && (
        <>
          {data.license && !data.license.accepted && (
            <LazyPart>
              <LicenseNotice license={data.license} isOwner={data.isOwner} />
            </LazyPart>
          )}
          {data.awsStackInfo && (
            <>
              <ServerConnection
                info={data.awsStackInfo}
                game={gameOf(data)}
                running={runningAction(data.actionLogs)}
                rights={data.rights}
              />
              <KeptParts info={data.awsStackInfo} />
            </>
          )}
          <Backups
            stackName={stackName}
            game={gameOf(data)}
            context={contextOf(data.awsStackInfo, runningAction(data.actionLogs))}
            isPolling={isPolling}
            mayChange={mayReplace(data.rights)}
          />
          {data.rights.command && (
            <>
              {isRunning && (
                <Unfolded title="Console">
                  <ConsolePanel stackName={stackName} />
                </Unfolded>
              )}
              <Unfolded title="Players and operators">
                <PlayerListsPanel stackName={stackName} game={gameOf(data)} />
              </Unfolded>
            </>
          )}
          <Unfolded title="Weekly times">
            <WeeklyTimesPanel stackName={stackName} mayChange={mayReplace(data.rights)} />
          </Unfolded>
          <Unfolded title="Hours and cost">
            <HoursPanel stackName={stackName} game={gameOf(data)} />
          </Unfolded>
          {data.isOwner && (
            <Unfolded title="People and rights">
              <RightsPanel stackName={stackName} />
            </Unfolded>
          )}
          {data.isOwner && (
            <Unfolded title="Start links">
              <StartLinks stackName={stackName} />
            </Unfolded>
          )}
          <ActionLogs actionLogs={data.actionLogs} />
          <details className={styles.details}>
            <summary>Technical details: what CloudFormation reports</summary>
            <Facts stackName={stackName} info={data.awsStackInfo} license={data.license} />
            <Outputs outputs={data.awsStackInfo?.outputs ?? []} />
            <Events info={data.awsStackInfo} lastEvents={data.lastEvents} />
          </details>
        </>
      )}
    </StackFrame>
  );
}

/** A part whose code and data load when it is first opened. */
function Unfolded({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, open] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => event.currentTarget.open && open(true)}>
      <summary>{title}</summary>
      {isOpen && <LazyPart>{children}</LazyPart>}
    </details>
  );
}

interface FactsProps {
  stackName: string;
  info: StackInfo | null;
  license: GameLicense | null;
}

function Facts({ stackName, info, license }: FactsProps) {
  const now = useNow();
  return (
    <dl className={styles.facts}>
      <dt>Stack name</dt>
      <dd>{info?.stackName ?? stackName}</dd>
      <dt>Stack status</dt>
      <dd>
        <StatusBadge status={info?.stackStatus} />
        {info?.stackStatusReason && <span className={styles.aside}>{info.stackStatusReason}</span>}
      </dd>
      <dt>Creation time</dt>
      <dd>
        <Timestamp time={info?.creationTime} />
      </dd>
      <dt>Update time</dt>
      <dd>
        <Timestamp time={info?.updateTime} />
      </dd>
      {info?.boot && (
        <>
          <dt>Boot</dt>
          <dd>
            <BootPhases info={info} />
          </dd>
        </>
      )}
      {license?.accepted && (
        <>
          <dt>License</dt>
          <dd>
            {license.name}
            <span className={styles.aside}>
              accepted by {license.accepted.by} at {formatTime(license.accepted.time, now)}
            </span>
          </dd>
        </>
      )}
    </dl>
  );
}
