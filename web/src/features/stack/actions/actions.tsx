import { type ReactNode, useEffect, useId, useState } from 'react';
import type { ActionLog, StackAction, StackInfo } from 'shared-types/contract/stack';
import { isTransient } from '../../../api/api-error.ts';
import { Button, buttonClass, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/content/dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import styles from '../detail/stack-detail.module.css';
import { stackStateOf } from '../status/stack-state.ts';
import { useStackAction } from '../mutations.ts';
import {
  actionLabels,
  describeActor,
  describeEffect,
  describeEffects,
  runningAction,
  actionVerbs,
} from '../messages.ts';

interface ActionsProps {
  stackName: string;
  /** Undefined: not known, or not yet. */
  data: { awsStackInfo: StackInfo | null; actionLogs: ActionLog[] } | undefined;
  /** How it stands: between the buttons and what they would do about it. */
  children: ReactNode;
}

/** Why buttons are held back, and what can be done. */
const holding = (running: ActionLog) =>
  running.action === 'STOP'
    ? `Stop ${describeActor(running)} is under way: wait until it has ended.`
    : `${actionLabels[running.action]} ${describeActor(running)} is under way: wait until it has ended, or press Stop, which breaks it off.`;

export function Actions({ stackName, data, children }: ActionsProps) {
  const [asked, ask] = useState<StackAction>();
  const act = useStackAction(stackName);
  const hintId = useId();
  const running = runningAction(data?.actionLogs ?? []);
  const isRunning = running !== undefined;
  const { reset } = act;
  // A refusal in favour of another action is over when that action is.
  useEffect(() => {
    if (!isRunning) reset();
  }, [isRunning, reset]);
  const isHeld = (action: StackAction) =>
    act.isPending || (isRunning && (action !== 'STOP' || running.action === 'STOP'));
  const buttonProps = (action: StackAction) => ({
    // Not `disabled`: it would take the focus away from who has just pressed it.
    'aria-disabled': isHeld(action),
    'aria-describedby': hintId,
    'aria-busy': act.isPending && act.variables === action,
    onClick: () => isHeld(action) || ask(action),
    children: actionLabels[action],
  });
  const info = data?.awsStackInfo;
  const circumstances = data && { standing: stackStateOf(info?.stackStatus), stopsAt: info?.stopsAt, running };
  return (
    <>
      <div className={styles.buttons}>
        <PrimaryButton {...buttonProps('START')} />
        <Button {...buttonProps('RESTART')} />
        <Button {...buttonProps('STOP')} className={`${buttonClass} ${styles.stop}`} />
      </div>
      {children}
      <p id={hintId} className={styles.hint}>
        {act.isPending
          ? `Asking for the ${actionVerbs[act.variables]} …`
          : running
            ? holding(running)
            : circumstances && describeEffects(circumstances)}
      </p>
      {act.isError && (
        <div className={styles.across}>
          <Failure
            word={`Error while ${actionVerbs[act.variables]}`}
            error={act.error}
            {...(isTransient(act.error) && { onRetry: () => act.mutate(act.variables) })}
          />
        </div>
      )}
      {asked && (
        <Dialog title="Please Confirm" onClose={() => ask(undefined)}>
          <p>
            Are you sure to {actionVerbs[asked]} {stackName}?
          </p>
          {circumstances && <p className={styles.consequence}>{describeEffect(asked, circumstances)}</p>}
          <div className={styles.dialogButtons}>
            <Button onClick={() => ask(undefined)}>Cancel</Button>
            <PrimaryButton
              onClick={() => {
                ask(undefined);
                act.mutate(asked);
              }}
            >
              Confirm
            </PrimaryButton>
          </div>
        </Dialog>
      )}
    </>
  );
}
