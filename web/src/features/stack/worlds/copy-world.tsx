import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { WorldArchive } from 'shared-types/contract/stack';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/content/dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { sameGameStacks, stackListQuery } from '../queries.ts';
import styles from './backups.module.css';
import * as texts from './messages.ts';
import * as sentences from './sentences.tsx';
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
    <Dialog title={texts.copyWorldTitle} onClose={onClose}>
      <div className={styles.form}>
        <Field label={texts.copyTo}>
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
        {copy.isSuccess
          ? sentences.worldCopied(
              <Link to={`/stack/detail?stackName=${encodeURIComponent(copy.variables.stackName)}`} onClick={onClose}>
                {copy.variables.stackName}
              </Link>,
            )
          : target !== undefined && texts.describeCopy(formatTime(archive.time, now), target)}
      </p>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {copy.error && <Failure error={copy.error} />}
      <DialogButtons>
        <Button onClick={onClose}>{copy.isSuccess ? texts.close : texts.cancel}</Button>
        {!copy.isSuccess && (
          <PrimaryButton
            disabled={target === undefined || copy.isPending}
            onClick={() => target !== undefined && copy.mutate({ stackName: target, archiveId: archive.archiveId })}
          >
            {texts.copy}
          </PrimaryButton>
        )}
      </DialogButtons>
    </Dialog>
  );
}
