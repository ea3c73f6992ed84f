import { maxWorldBytes } from 'shared-types/rules/stack/world';
import { ApiError } from '../../../api/api-error.ts';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/content/dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import type { ActionContext } from '../actions.ts';
import { describeWorldChange } from '../describe-effect.ts';
import { WhoIsOn } from '../server/confirm-action.tsx';
import styles from './backups.module.css';
import { describeSize } from './texts.ts';
import { useWorldUpload } from './use-transfer.ts';

interface UploadWorldProps {
  stackName: string;
  file: File;
  /** Names the world that is replaced. */
  replaced: string;
  context: ActionContext;
  onClose: () => void;
  /** The uploaded world is the next one. */
  onUploaded: () => void;
}

function problemOf({ size }: File): string | undefined {
  if (size === 0) return 'This file is empty. Choose another one.';
  return size > maxWorldBytes
    ? `This file is larger than ${describeSize(maxWorldBytes)}. Remove add-ons or old players from the world, and export it again.`
    : undefined;
}

/** Says what the chosen file replaces, uploads it, and shows how far it is. */
export default function UploadWorld({ stackName, file, replaced, context, onClose, onUploaded }: UploadWorldProps) {
  const { upload, share } = useWorldUpload(stackName);
  const problem = problemOf(file);
  // Neither the bucket nor a broken connection gives a reason.
  const brokenOff =
    upload.error && !(upload.error instanceof ApiError)
      ? 'The file could not be uploaded. Check your connection and try again.'
      : undefined;
  return (
    <Dialog title="Upload this world?" onClose={onClose}>
      <p>
        {file.name} ({describeSize(file.size)}) replaces {replaced}. {describeWorldChange(context)}
      </p>
      <WhoIsOn action="RESTART" context={context} />
      {(problem ?? brokenOff) !== undefined && (
        <p className={styles.problem} role="alert">
          {problem ?? brokenOff}
        </p>
      )}
      {upload.isPending && (
        <p className={styles.progress}>
          <progress aria-label={`Uploading ${file.name}`} max={1} value={share} />
          <span role="status">{share === 1 ? 'Checking the world…' : `${Math.floor(share * 100)}%`}</span>
        </p>
      )}
      {upload.error instanceof ApiError && <Failure error={upload.error} />}
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <PrimaryButton
          disabled={upload.isPending || problem !== undefined}
          onClick={() => upload.mutate(file, { onSuccess: onUploaded })}
        >
          {context.state === 'running' ? 'Upload and restart' : 'Upload and start'}
        </PrimaryButton>
      </DialogButtons>
    </Dialog>
  );
}
