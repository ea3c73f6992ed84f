import type { StackAction } from 'shared-types/contract/stack';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/content/dialog.tsx';
import styles from './server.module.css';
import type { ActionContext } from '../actions.ts';
import { describeEffect, describeWhoIsOn } from '../describe-effect.ts';
import { actionVerbs } from '../texts.ts';

interface ConfirmActionProps {
  stackName: string;
  action: StackAction;
  /** What the effect depends on; undefined until the state is known. */
  context: ActionContext | undefined;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Names the players whom an action disconnects, as far as they are known. */
export function WhoIsOn({ action, context }: { action: StackAction; context: ActionContext }) {
  const players = describeWhoIsOn(action, context);
  return players !== undefined && <p className={styles.on}>{players}</p>;
}

/** Asks before a stack is started, restarted or stopped, and says whom it disconnects and what it does. */
export const ConfirmAction = ({ stackName, action, context, onCancel, onConfirm }: ConfirmActionProps) => (
  <Dialog title="Please Confirm" onClose={onCancel}>
    <p>
      Are you sure to {actionVerbs[action]} {stackName}?
    </p>
    {context && <WhoIsOn action={action} context={context} />}
    {context && <p className={styles.consequence}>{describeEffect(action, context)}</p>}
    <DialogButtons>
      <Button onClick={onCancel}>Cancel</Button>
      <PrimaryButton onClick={onConfirm}>Confirm</PrimaryButton>
    </DialogButtons>
  </Dialog>
);
