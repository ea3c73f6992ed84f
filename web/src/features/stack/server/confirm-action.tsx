import type { StackAction } from 'shared-types/contract/stack';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/content/dialog.tsx';
import styles from './server.module.css';
import { actionVerbs } from '../texts.ts';

interface ConfirmActionProps {
  stackName: string;
  action: StackAction;
  /** A sentence about the effect in the present state. */
  effect: string | undefined;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before a stack is started, restarted or stopped, and says what that does. */
export const ConfirmAction = ({ stackName, action, effect, onCancel, onConfirm }: ConfirmActionProps) => (
  <Dialog title="Please Confirm" onClose={onCancel}>
    <p>
      Are you sure to {actionVerbs[action]} {stackName}?
    </p>
    {effect !== undefined && <p className={styles.consequence}>{effect}</p>}
    <DialogButtons>
      <Button onClick={onCancel}>Cancel</Button>
      <PrimaryButton onClick={onConfirm}>Confirm</PrimaryButton>
    </DialogButtons>
  </Dialog>
);
