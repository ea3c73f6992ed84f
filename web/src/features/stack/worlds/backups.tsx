import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { StackWorld, WorldArchive } from 'shared-types/contract/stack';
import type { GameId } from 'shared-types/rules/stack/game';
import { formatTime, timeAttributes } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button, LinkButton, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/content/dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { sameGameStacks, stackListQuery } from '../queries.ts';
import { useStackAction } from '../mutations.ts';
import styles from './backups.module.css';
import { describeBackup, describeProblem, describeReplacement, describeRollBack } from './messages.ts';
import { NewWorld } from './new-world.tsx';
import { useDownload, useWorldChange, type WorldChange, worldQuery } from './use-world.ts';
import * as texts from './messages.ts';
import * as sentences from './sentences.tsx';

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
  isRunning: boolean;
  /** An action is in progress, so no other one can begin. */
  isBusy: boolean;
  isPolling: boolean;
  mayChange: boolean;
}

/** The backups of the world, with the ways back to them. */
export function Backups({ stackName, game, isRunning, isBusy, isPolling, mayChange }: BackupsProps) {
  // This is the world as it was when the user requested a backup. The list is polled until the world differs.
  const [awaited, setAwaited] = useState<StackWorld>();
  const { data, error, refetch } = useQuery(worldQuery(stackName, (world) => isPolling || isAwaited(awaited, world)));
  const [asked, ask] = useState<Asked>();
  const { data: stacks } = useQuery({ ...stackListQuery, enabled: mayChange });
  const fileInput = useRef<HTMLInputElement>(null);
  const change = useWorldChange(stackName);
  const act = useStackAction(stackName);
  const download = useDownload(stackName);
  const id = useId();
  const isWaiting = isAwaited(awaited, data);
  useEffect(() => {
    const timer = awaited && setTimeout(() => setAwaited(undefined), maxWaitMs);
    return () => clearTimeout(timer);
  }, [awaited]);

  const close = () => ask(undefined);
  const begin = () => act.mutate(isRunning ? 'RESTART' : 'START');
  function choose(chosen: Extract<WorldChange, { kind: 'choose' }>) {
    close();
    change.mutate(chosen, { onSuccess: begin });
  }

  const failed = [error, change.error, act.error, download.error].find(Boolean);
  const hasOthers = sameGameStacks(stacks, stackName).length > 0;
  const isDisabled = isBusy || change.isPending || act.isPending;
  return (
    <section aria-labelledby={id} className={styles.backups}>
      <div className={styles.head}>
        <h2 id={id}>{texts.backupsOfTheWorld}</h2>
        {mayChange && (
          <div className={styles.buttons}>
            {isRunning && (
              <Button
                disabled={isDisabled || isWaiting || !data}
                onClick={() => change.mutate({ kind: 'backUp' }, { onSuccess: () => setAwaited(data) })}
              >
                {isWaiting ? texts.backingUp : texts.backUpNow}
              </Button>
            )}
            <input
              ref={fileInput}
              hidden
              type="file"
              aria-label={texts.worldFile}
              accept={game === 'java' ? '.zip' : '.mcworld,.zip'}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) ask({ kind: 'upload', file });
                // The same file can be chosen again.
                target.value = '';
              }}
            />
            <Button disabled={isDisabled || !data} onClick={() => fileInput.current?.click()}>
              {texts.uploadWorld}
            </Button>
            <Button disabled={isDisabled} onClick={() => ask({ kind: 'new' })}>
              {texts.newWorld}
            </Button>
          </div>
        )}
      </div>
      {data?.problem && (
        <p className={styles.problem} role="alert">
          {describeProblem(data.problem)}
        </p>
      )}
      {failed && <Failure error={failed} {...(error && { onRetry: () => void refetch() })} />}
      {data?.next && (
        <NextWorld world={data}>
          {mayChange && <LinkButton onClick={() => change.mutate({ kind: 'keep' })}>{texts.keepWorld}</LinkButton>}
        </NextWorld>
      )}
      {data?.archives.length === 0 && <p className={styles.note}>{texts.noBackupsYet}</p>}
      <ul className={styles.list}>
        {data?.archives.map((archive) => (
          <Backup key={archive.archiveId} archive={archive}>
            {mayChange && (
              <div className={styles.buttons}>
                <Button onClick={() => download.mutate(archive.archiveId)}>{texts.download}</Button>
                {hasOthers && <Button onClick={() => ask({ kind: 'copy', archive })}>{texts.copyWorld}</Button>}
                <Button disabled={isDisabled} onClick={() => ask({ kind: 'rollBack', archive })}>
                  {texts.rollBack}
                </Button>
              </div>
            )}
          </Backup>
        ))}
      </ul>
      {asked?.kind === 'new' && (
        <NewWorld
          isRunning={isRunning}
          onClose={close}
          onCreate={(settings) => choose({ kind: 'choose', archiveId: null, settings })}
        />
      )}
      {asked?.kind === 'rollBack' && (
        <RollBack
          archive={asked.archive}
          isRunning={isRunning}
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
            replaced={texts.describeReplacedWorld(data?.archives ?? [], stackName)}
            isRunning={isRunning}
            onClose={close}
            onUploaded={() => {
              close();
              begin();
            }}
          />
        )}
      </LazyPart>
    </section>
  );
}

function NextWorld({ world: { archives, next }, children }: { world: StackWorld; children: ReactNode }) {
  const now = useNow();
  const chosen = archives.find(({ archiveId }) => archiveId === next?.archiveId);
  return (
    <p className={styles.next}>
      {sentences.nextStart(chosen ? texts.backupOf(formatTime(chosen.time, now)) : texts.aNewWorld, next?.by, children)}
    </p>
  );
}

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
  isRunning: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

function RollBack({ archive, isRunning, onClose, onConfirm }: RollBackProps) {
  const now = useNow();
  return (
    <Dialog title={texts.rollBackQuestion} onClose={onClose}>
      <p>
        {describeReplacement(formatTime(archive.time, now))} {describeRollBack(isRunning)}
      </p>
      <DialogButtons>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <PrimaryButton onClick={onConfirm}>
          {isRunning ? texts.rollBackAndRestart : texts.rollBackAndStart}
        </PrimaryButton>
      </DialogButtons>
    </Dialog>
  );
}
