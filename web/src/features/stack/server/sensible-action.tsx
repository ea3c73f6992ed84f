import { useState } from 'react';
import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import type { StackRights } from 'shared-types/rules/stack/rights';
import { isTransient } from '../../../api/api-error.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { useStackAction } from '../mutations.ts';
import { ConfirmAction } from './confirm-action.tsx';
import { contextOf, mayDo, sensibleAction } from '../actions.ts';
import { actionLabels, actionVerbs, errorWhile } from '../texts.ts';

interface SensibleActionProps {
  stackName: string;
  info: StackInfo | null;
  running: ActionLog | undefined;
  rights: StackRights;
}

/**
 * The one action that makes sense now, on a card of the stack. Other actions are on the stack's own page. Of several cards none has
 * a main button.
 */
export function SensibleAction({ stackName, info, running, rights }: SensibleActionProps) {
  const [isAsking, ask] = useState(false);
  const act = useStackAction(stackName);
  const sensible = sensibleAction(info, running);
  const action = sensible && mayDo(sensible, rights) ? sensible : undefined;
  return (
    <>
      {action && (
        <Button
          aria-label={`${actionLabels[action]} ${stackName}`}
          aria-disabled={act.isPending}
          aria-busy={act.isPending}
          onClick={() => act.isPending || ask(true)}
        >
          {actionLabels[action]}
        </Button>
      )}
      {act.isError && !(running && isTransient(act.error)) && (
        <Failure word={errorWhile(actionVerbs[act.variables])} error={act.error} />
      )}
      {action && isAsking && (
        <ConfirmAction
          stackName={stackName}
          action={action}
          context={contextOf(info, running)}
          onCancel={() => ask(false)}
          onConfirm={() => {
            ask(false);
            act.mutate(action);
          }}
        />
      )}
    </>
  );
}
