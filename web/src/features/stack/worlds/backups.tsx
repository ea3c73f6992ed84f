import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { StackWorld, WorldArchive } from 'shared-types/contract/stack';
import { type GameId, worldFileEndings } from 'shared-types/rules/stack/game';
import { formatTime, timeAttributes } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button, LinkButton, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/content/dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import type { ActionContext } from '../actions.ts';
import { describeWorldChange } from '../describe-effect.ts';
import { WhoIsOn } from '../server/confirm-action.tsx';
import { detailQuery, sameGameStacks, stackListQuery } from '../queries.ts';
import { stackStateOf } from '../state.ts';
import { useStackAction } from '../mutations.ts';
import styles from './backups.module.css';
import { NewWorld } from './new-world.tsx';
import { describeSize } from './texts.ts';
import { useDownload, useWorldChange, type WorldChange, worldQuery } from './use-world.ts';

const UploadWorld = onDemand(() => import('./upload-world.tsx'));
const CopyWorld = onDemand(() => import('./copy-world.tsx'));

/** The dialog that is open. */
type Asked =
  | { kind: 'new' }
  | { kind: 'rollBack'; archive: WorldArchive }
  | { kind: 'copy'; archive: WorldArchive }
  | { kind: 'upload'; file: File };

/** A requested backup is awaited until the list has a new backup, or a new problem. */
const isAwaited = (asked: StackWorld | undefined, world: StackWorld | undefined) =>
  asked !== undefined &&
  asked.archives[0]?.archiveId === world?.archives[0]?.archiveId &&
  asked.problem?.time === world?.problem?.time;

/** A backup that has not arrived by then will not arrive: the server has fallen silent. */
const maxWaitMs = 300_000;

interface BackupsProps {
  stackName: string;
  game: GameId;
  context: ActionContext;
  isPolling: boolean;
  mayChange: boolean;
}

/** The backups of the world, with the ways back to them. */
export function Backups({ stackName, game, context, isPolling, mayChange }: BackupsProps) {
  // This is the world as it was when the user requested a backup. The list is polled until the world differs.
  const [awaited, setAwaited] = useState<StackWorld>();
  const { data, error, refetch } = useQuery(worldQuery(stackName, (world) => isPolling || isAwaited(awaited, world)));
  const [asked, ask] = useState<Asked>();
  const { data: stacks } = useQuery({ ...stackListQuery, enabled: mayChange });
  const fileInput = useRef<HTMLInputElement>(null);
  const change = useWorldChange(stackName);
  const act = useStackAction(stackName);
  const client = useQueryClient();
  const download = useDownload(stackName);
  const id = useId();
  const isWaiting = isAwaited(awaited, data);
  useEffect(() => {
    const timer = awaited && setTimeout(() => setAwaited(undefined), maxWaitMs);
    return () => clearTimeout(timer);
  }, [awaited]);

  const close = () => ask(undefined);
  const isRunning = context.state === 'running';
  // The server may have started or stopped since: an upload takes minutes, and a page at rest does not look.
  const begin = useMutation({
    async mutationFn() {
      const { awsStackInfo } = await client.fetchQuery({ ...detailQuery(stackName), staleTime: 0 });
      await act.mutateAsync(stackStateOf(awsStackInfo?.stackStatus) === 'running' ? 'RESTART' : 'START');
    },
  });
  function choose(chosen: Extract<WorldChange, { kind: 'choose' }>) {
    close();
    change.mutate(chosen, { onSuccess: () => begin.mutate() });
  }

  const failed = [error, change.error, begin.error, download.error].find(Boolean);
  const hasOthers = sameGameStacks(stacks, stackName).length > 0;
  // No action can begin while another one is in progress, and a start has read which world is next.
  const isDisabled = context.running !== undefined || change.isPending || begin.isPending;
  return (
    <section aria-labelledby={id} className={styles.backups}>
      <div className={styles.head}>
        <h2 id={id}>World backups</h2>
        {mayChange && (
          <div className={styles.buttons}>
            {isRunning && (
              <Button
                disabled={isDisabled || isWaiting || !data}
                onClick={() => change.mutate({ kind: 'backUp' }, { onSuccess: () => setAwaited(data) })}
              >
                {isWaiting ? 'Backing up…' : 'Back up'}
              </Button>
            )}
            <input
              ref={fileInput}
              hidden
              type="file"
              aria-label="World file"
              accept={worldFileEndings[game].join(',')}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) ask({ kind: 'upload', file });
                // The same file can be chosen again.
                target.value = '';
              }}
            />
            <Button disabled={isDisabled || !data} onClick={() => fileInput.current?.click()}>
              Upload world…
            </Button>
            <Button disabled={isDisabled} onClick={() => ask({ kind: 'new' })}>
              Create world…
            </Button>
          </div>
        )}
      </div>
      {data?.problem && (
        <p className={styles.problem} role="alert">
          {describeProblem(data.problem)}
        </p>
      )}
      {failed && (
        <Failure
          {...(failed === error && { what: data ? 'Could not update the backups.' : 'Could not load the backups.' })}
          error={failed}
          {...(error && { onRetry: () => void refetch() })}
        />
      )}
      {data?.next && (
        <NextWorld world={data}>
          {mayChange && !isDisabled && (
            <LinkButton onClick={() => change.mutate({ kind: 'keep' })}>Keep world</LinkButton>
          )}
        </NextWorld>
      )}
      {data?.archives.length === 0 && <p className={styles.note}>No backups yet. Each stop creates one.</p>}
      <ul className={styles.list}>
        {data?.archives.map((archive) => (
          <Backup key={archive.archiveId} archive={archive}>
            {mayChange && (
              <div className={styles.buttons}>
                <Button onClick={() => download.mutate(archive.archiveId)}>Download</Button>
                {hasOthers && <Button onClick={() => ask({ kind: 'copy', archive })}>Copy…</Button>}
                <Button disabled={isDisabled} onClick={() => ask({ kind: 'rollBack', archive })}>
                  Roll back
                </Button>
              </div>
            )}
          </Backup>
        ))}
      </ul>
      {asked?.kind === 'new' && (
        <NewWorld
          context={context}
          onClose={close}
          onCreate={(settings) => choose({ kind: 'choose', archiveId: null, settings })}
        />
      )}
      {asked?.kind === 'rollBack' && (
        <RollBack
          archive={asked.archive}
          context={context}
          onClose={close}
          onConfirm={() => choose({ kind: 'choose', archiveId: asked.archive.archiveId })}
        />
      )}
      <LazyPart>
        {asked?.kind === 'copy' && <CopyWorld stackName={stackName} archive={asked.archive} onClose={close} />}
        {asked?.kind === 'upload' && (
          <UploadWorld
            stackName={stackName}
            file={asked.file}
            replaced={describeReplacedWorld(data?.archives ?? [], stackName)}
            context={context}
            onClose={close}
            onUploaded={() => {
              close();
              begin.mutate();
            }}
          />
        )}
      </LazyPart>
    </section>
  );
}

/** Describes why the newest world has no backup. */
export function describeProblem({ reason, isLost }: NonNullable<StackWorld['problem']>): string {
  const sentence = reason.endsWith('.') ? reason : `${reason}.`;
  return isLost
    ? `The newest world has no backup. ${sentence} It is safe on the server’s disk, and the next start backs it up before the game begins.`
    : `The last backup failed. ${sentence}`;
}

/** Names the world that is replaced: by its own name as the newest backup has it, and by its server. */
function describeReplacedWorld(archives: readonly WorldArchive[], stackName: string): string {
  const own = archives.find(({ reason }) => reason !== 'upload' && reason !== 'copy');
  return own?.levelName ? `the world “${own.levelName}” of ${stackName}` : `the current world of ${stackName}`;
}

function NextWorld({ world: { archives, next }, children }: { world: StackWorld; children: ReactNode }) {
  const now = useNow();
  const chosen = archives.find(({ archiveId }) => archiveId === next?.archiveId);
  return (
    <p className={styles.next}>
      The next start begins with {chosen ? `the backup of ${formatTime(chosen.time, now)}` : 'a new world'}, chosen by{' '}
      {next?.by}. {children}
    </p>
  );
}

const reasonTexts: Record<WorldArchive['reason'], (origin: string) => string> = {
  stop: () => 'at a stop',
  boot: () => 'before a start',
  live: () => 'while running',
  upload: (fileName) => `uploaded as ${fileName}`,
  copy: (stackName) => `copied from ${stackName}`,
};

/** Describes a backup: '12 MB · Minecraft 1.26.52.3 · at a stop'. */
const describeBackup = ({ bytes, version, reason, origin = '' }: WorldArchive) =>
  [describeSize(bytes), version && `Minecraft ${version}`, reasonTexts[reason](origin)].filter(Boolean).join(' · ');

function Backup({ archive, children }: { archive: WorldArchive; children: ReactNode }) {
  const now = useNow();
  return (
    <li className={styles.backup}>
      <div>
        <time {...timeAttributes(archive.time)}>{formatTime(archive.time, now)}</time>
        <span>{describeBackup(archive)}</span>
      </div>
      {children}
    </li>
  );
}

interface RollBackProps {
  archive: WorldArchive;
  context: ActionContext;
  onClose: () => void;
  onConfirm: () => void;
}

function RollBack({ archive, context, onClose, onConfirm }: RollBackProps) {
  const now = useNow();
  return (
    <Dialog title="Roll back to this backup?" onClose={onClose}>
      <p>
        The world of {formatTime(archive.time, now)} replaces the current world. {describeWorldChange(context)}
      </p>
      <WhoIsOn action="RESTART" context={context} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <PrimaryButton onClick={onConfirm}>
          {context.state === 'running' ? 'Roll back and restart' : 'Roll back and start'}
        </PrimaryButton>
      </DialogButtons>
    </Dialog>
  );
}
