import { maxWorldBytes } from 'shared-types/rules/stack/world';
import { ApiError } from '../../../api/api-error.ts';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/content/dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import styles from './backups.module.css';
import * as texts from './messages.ts';
import { useWorldUpload } from './use-transfer.ts';

interface UploadWorldProps {
  stackName: string;
  file: File;
  /** Names the world that is replaced. */
  replaced: string;
  isRunning: boolean;
  onClose: () => void;
  /** The uploaded world is the next one. */
  onUploaded: () => void;
}

function problemOf({ size }: File): string | undefined {
  if (size === 0) return texts.emptyFile;
  return size > maxWorldBytes ? texts.tooLargeFile(maxWorldBytes) : undefined;
}

/** Says what the chosen file replaces, uploads it, and shows how far it is. */
export default function UploadWorld({ stackName, file, replaced, isRunning, onClose, onUploaded }: UploadWorldProps) {
  const { upload, share } = useWorldUpload(stackName);
  const problem = problemOf(file);
  // The bucket and the connection tell no reason.
  const brokenOff = upload.error && !(upload.error instanceof ApiError) ? texts.uploadFailed : undefined;
  return (
    <Dialog title={texts.uploadWorldTitle} onClose={onClose}>
      <p>
        {texts.describeUpload(file, replaced)} {texts.describeRollBack(isRunning)}
      </p>
      {(problem ?? brokenOff) !== undefined && (
        <p className={styles.problem} role="alert">
          {problem ?? brokenOff}
        </p>
      )}
      {upload.isPending && (
        <p className={styles.progress}>
          <progress aria-label={texts.uploading(file.name)} max={1} value={share} />
          <span role="status">{share === 1 ? texts.checkingWorld : `${Math.floor(share * 100)} %`}</span>
        </p>
      )}
      {upload.error instanceof ApiError && <Failure error={upload.error} />}
      <DialogButtons>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <PrimaryButton
          disabled={upload.isPending || problem !== undefined}
          onClick={() => upload.mutate(file, { onSuccess: onUploaded })}
        >
          {isRunning ? texts.uploadAndRestart : texts.uploadAndStart}
        </PrimaryButton>
      </DialogButtons>
    </Dialog>
  );
}
