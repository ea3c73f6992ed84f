import { type ReactNode, useEffect, useId, useState } from 'react';
import type { ActionLog, StackAction, StackInfo } from 'shared-types/contract/stack';
import { mayReplace, type StackRights } from 'shared-types/rules/stack/rights';
import { describeActor } from 'shared-types/rules/stack/actor';
import { isTransient } from '../../../api/api-error.ts';
import { buttonClass, primaryButtonClass } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import styles from './stack-detail.module.css';
import { ConfirmAction } from '../server/confirm-action.tsx';
import { useStackAction } from '../mutations.ts';
import { type ActionContext, contextOf, hasEffect, mayDo, runningAction, sensibleAction } from '../actions.ts';
import { describeEffect } from '../describe-effect.ts';
import type { StackState } from '../state.ts';
import { actionLabels, actionVerbs, errorWhile } from '../texts.ts';

const actions: readonly StackAction[] = ['START', 'RESTART', 'STOP'];

interface ActionsProps {
  stackName: string;
  /** Undefined while the state is unknown. */
  data: { awsStackInfo: StackInfo | null; actionLogs: ActionLog[]; rights: StackRights } | undefined;
  /** The status, which stands between the buttons and the description of their effects. */
  children: ReactNode;
}

/** The buttons and their effects, or a sentence for a user who may not use them. */
export function Actions({ stackName, data, children }: ActionsProps) {
  if (!data || data.rights.start || data.rights.stop)
    return (
      <ActionButtons stackName={stackName} data={data}>
        {children}
      </ActionButtons>
    );
  return (
    <>
      {children}
      <p className={styles.hint}>{missingRight(data.rights)}</p>
    </>
  );
}

function ActionButtons({ stackName, data, children }: ActionsProps) {
  const [requested, request] = useState<StackAction>();
  const act = useStackAction(stackName);
  const hintId = useId();
  const running = runningAction(data?.actionLogs ?? []);
  const isRunning = running !== undefined;
  const { reset } = act;
  // A refusal because of another action is outdated when that action ends.
  useEffect(() => {
    if (!isRunning) reset();
  }, [isRunning, reset]);
  const context = data && contextOf(data.awsStackInfo, running);
  const sensible = data && sensibleAction(data.awsStackInfo, running);
  const isDisabled = (action: StackAction) =>
    act.isPending ||
    (isRunning && (action !== 'STOP' || running.action === 'STOP')) ||
    (context !== undefined && !hasEffect(action, context));
  const buttonProps = (action: StackAction) => ({
    // `disabled` would take the focus away from the button that was just pressed.
    'aria-disabled': isDisabled(action),
    'aria-describedby': hintId,
    'aria-busy': act.isPending && act.variables === action,
    onClick: () => isDisabled(action) || request(action),
    className:
      action === sensible ? primaryButtonClass : action === 'STOP' ? `${buttonClass} ${styles.stop}` : buttonClass,
    children: actionLabels[action],
  });
  return (
    <>
      <div className={styles.buttons}>
        {actions
          .filter((action) => !data || mayDo(action, data.rights))
          .map((action) => (
            <button key={action} type="button" {...buttonProps(action)} />
          ))}
      </div>
      {children}
      <p id={hintId} className={styles.hint}>
        {act.isPending
          ? `Requesting the ${actionVerbs[act.variables]}…`
          : running
            ? describeRunning(running)
            : context && describeEffects(context, data.rights)}
      </p>
      {/* An action that runs has got through, in this tab or in another one. */}
      {act.isError && !(isRunning && isTransient(act.error)) && (
        <div className={styles.across}>
          <Failure
            word={errorWhile(actionVerbs[act.variables])}
            error={act.error}
            {...(isTransient(act.error) && { onRetry: () => act.mutate(act.variables) })}
          />
        </div>
      )}
      {requested && (
        <ConfirmAction
          stackName={stackName}
          action={requested}
          context={context}
          onCancel={() => request(undefined)}
          onConfirm={() => {
            request(undefined);
            act.mutate(requested);
          }}
        />
      )}
    </>
  );
}

/** The states in which there is no server to stop. */
const isDown: ReadonlySet<StackState> = new Set([
  'absent',
  'inReview',
  'rollingBack',
  'rolledBack',
  'partlyCreated',
  'stopping',
]);

/** Describes the effects of the buttons that a user has, and the rights that are missing for others. */
export const describeEffects = (context: ActionContext, rights: StackRights) =>
  [
    rights.start && describeEffect('START', context),
    rights.stop && describeEffect('STOP', context),
    mayReplace(rights) &&
      `Restart ${isDown.has(context.state) ? 'does the same as Start' : 'stops the server and starts it again'}.`,
    missingRight(rights),
  ]
    .filter(Boolean)
    .join(' ');

/** Describes what a user may not do with a server. Undefined when start and stop are both allowed. */
function missingRight({ start, stop }: StackRights): string | undefined {
  if (start && stop) return undefined;
  const what = start ? 'stop it' : stop ? 'start it' : 'start and stop it';
  return start || stop
    ? `To ${what}, ask the owner for the right.`
    : `You can watch this server. To ${what}, ask the owner for the right.`;
}

/** Explains why buttons are disabled while an action runs. */
const describeRunning = (running: ActionLog) =>
  running.action === 'STOP'
    ? `Stop is in progress (${describeActor(running)}). Wait until it ends.`
    : `${actionLabels[running.action]} is in progress (${describeActor(running)}). Wait until it ends, or press Stop to cancel it.`;
