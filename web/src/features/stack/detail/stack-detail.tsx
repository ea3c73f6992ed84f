import { useQuery } from '@tanstack/react-query';
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
import { ActionLogs } from '../actions/action-logs.tsx';
import { Actions } from '../actions/actions.tsx';
import { StackFrame } from '../list/stack-frame.tsx';
import { isActive } from '../polling/polling-rule.ts';
import { Console } from '../console/console.tsx';
import { ServerConnection } from './connection.tsx';
import { KeptParts } from './kept-parts.tsx';
import styles from './stack-detail.module.css';
import { Events } from '../events/events.tsx';
import { Timestamp } from '../timestamp.tsx';
import { Outputs } from './outputs.tsx';
import { Unfolded } from './unfolded.tsx';
import { detailQuery } from '../queries.ts';
import { BootPhases } from '../status/boot-phases.tsx';
import { StatusSummary } from '../status/status-summary.tsx';
import { stackStateOf } from '../status/stack-state.ts';
import { Backups } from '../worlds/backups.tsx';
import { useTabTitle } from '../notifications/tab-title.ts';
import { runningAction } from '../actions/messages.ts';
import * as texts from './messages.ts';
import * as sentences from './sentences.tsx';

const WeeklyTimesPanel = onDemand(() => import('../weekly-times/weekly-times-panel.tsx'));
const RightsPanel = onDemand(() => import('../rights/rights-panel.tsx'));
const LicenseNotice = onDemand(() => import('../license/license-notice.tsx'));
const StartLinks = onDemand(() => import('../links/start-links.tsx'));

export default function StackDetail() {
  const [search] = useSearchParams();
  const stackName = search.get('stackName') ?? '';
  if (stackName !== '') return <Stack key={stackName} stackName={stackName} />;
  return (
    <MessagePage title={texts.stack}>
      <p>{sentences.noStackSelected(<Link to="/stack">{texts.allStacks}</Link>)}</p>
    </MessagePage>
  );
}

function Stack({ stackName }: { stackName: string }) {
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery(detailQuery(stackName));
  const isPolling = isActive(data, error, useNow());
  const retry = () => void refetch();
  const isUnknown = error instanceof ApiError && error.status === 404;
  const title = useTabTitle(stackName, { data, isPolling, updatedAt: data?.outdatedSince ?? dataUpdatedAt });
  return (
    <StackFrame current={stackName} title={title}>
      <div className={styles.head}>
        <h1>{texts.stackTitle(stackName)}</h1>
        {!isUnknown && (
          <Actions stackName={stackName} data={data}>
            {data && (
              <StatusSummary
                stackName={stackName}
                data={data}
                error={error}
                isPolling={isPolling}
                updatedAt={dataUpdatedAt}
                refresh={retry}
              />
            )}
          </Actions>
        )}
      </div>
      {error && (
        <Failure
          {...(data ? { what: texts.liveUpdatesArePaused } : { word: texts.error })}
          error={error}
          onRetry={retry}
        />
      )}
      {isUnknown && (
        <p>
          <Link to="/stack">{texts.allStacks}</Link>
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
                mayMove={data.rights.start}
              />
              <KeptParts info={data.awsStackInfo} />
            </>
          )}
          <Backups
            stackName={stackName}
            game={gameOf(data)}
            isRunning={stackStateOf(data.awsStackInfo?.stackStatus) === 'running'}
            isBusy={runningAction(data.actionLogs) !== undefined}
            isPolling={isPolling}
            mayChange={mayReplace(data.rights)}
          />
          {data.rights.command && (
            <Console
              stackName={stackName}
              game={gameOf(data)}
              isRunning={stackStateOf(data.awsStackInfo?.stackStatus) === 'running'}
            />
          )}
          <Unfolded title={texts.weeklyTimes}>
            <WeeklyTimesPanel stackName={stackName} mayChange={mayReplace(data.rights)} />
          </Unfolded>
          {data.isOwner && (
            <Unfolded title={texts.peopleAndRights}>
              <RightsPanel stackName={stackName} />
            </Unfolded>
          )}
          {data.isOwner && (
            <Unfolded title={texts.startLinks}>
              <StartLinks stackName={stackName} />
            </Unfolded>
          )}
          <ActionLogs actionLogs={data.actionLogs} />
          <details className={styles.details}>
            <summary>{texts.technicalDetails}</summary>
            <Facts stackName={stackName} info={data.awsStackInfo} license={data.license} />
            <Outputs outputs={data.awsStackInfo?.outputs ?? []} />
            <Events info={data.awsStackInfo} lastEvents={data.lastEvents} />
          </details>
        </>
      )}
    </StackFrame>
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
      <dt>{texts.stackname}</dt>
      <dd>{info?.stackName ?? stackName}</dd>
      <dt>{texts.stackstatus}</dt>
      <dd>
        {info?.stackStatus ?? texts.notFoundStatus}
        {info?.stackStatusReason && <span className={styles.aside}>{info.stackStatusReason}</span>}
      </dd>
      <dt>{texts.creationtime}</dt>
      <dd>
        <Timestamp time={info?.creationTime} />
      </dd>
      <dt>{texts.updatetime}</dt>
      <dd>
        <Timestamp time={info?.updateTime} />
      </dd>
      {info?.boot && (
        <>
          <dt>{texts.boot}</dt>
          <dd>
            <BootPhases info={info} />
          </dd>
        </>
      )}
      {license?.accepted && (
        <>
          <dt>{texts.license}</dt>
          <dd>
            {license.name}
            <span className={styles.aside}>
              {texts.acceptedBy(license.accepted.by, formatTime(license.accepted.time, now))}
            </span>
          </dd>
        </>
      )}
    </dl>
  );
}
