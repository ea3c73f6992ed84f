import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { WorldArchive } from 'shared-types/contract/stack';
import { stackPage } from 'shared-types/rules/stack/page';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/content/dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { sameGameStacks, stackListQuery } from '../queries.ts';
import styles from './backups.module.css';
import { useWorldCopy } from './use-transfer.ts';

interface CopyWorldProps {
  /** The stack whose backup is copied. */
  stackName: string;
  archive: WorldArchive;
  onClose: () => void;
}

/** Copies a backup to another server, whose next start begins with it. */
export default function CopyWorld({ stackName, archive, onClose }: CopyWorldProps) {
  const now = useNow();
  const { data, error, refetch } = useQuery(stackListQuery);
  const others = sameGameStacks(data, stackName);
  const [chosen, choose] = useState<string>();
  const target = chosen ?? others[0];
  const copy = useWorldCopy(stackName);
  return (
    <Dialog title="Copy to another server" onClose={onClose}>
      <div className={styles.form}>
        <Field label="Server">
          {(control) => (
            <select {...control} value={target} onChange={(event) => choose(event.target.value)}>
              {others.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <p role="status">
        {copy.isSuccess ? (
          <>
            Copied to{' '}
            <Link to={stackPage(copy.variables.stackName)} onClick={onClose}>
              {copy.variables.stackName}
            </Link>
            . Its next start begins with this world.
          </>
        ) : (
          target !== undefined &&
          `The next start of ${target} begins with the world of ${formatTime(archive.time, now)}. Its own world is backed up first and stays in its list.`
        )}
      </p>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {copy.error && <Failure error={copy.error} />}
      <DialogButtons>
        <Button onClick={onClose}>{copy.isSuccess ? 'Close' : 'Cancel'}</Button>
        {!copy.isSuccess && (
          <PrimaryButton
            disabled={target === undefined || copy.isPending}
            onClick={() => target !== undefined && copy.mutate({ stackName: target, archiveId: archive.archiveId })}
          >
            Copy
          </PrimaryButton>
        )}
      </DialogButtons>
    </Dialog>
  );
}
