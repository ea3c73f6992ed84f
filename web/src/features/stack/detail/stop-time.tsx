import { useState } from 'react';
import type { StackInfo } from 'shared-types/contract/stack';
import { hourMs } from 'shared-types/rules/time';
import { formatFutureTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { contextOf } from '../actions.ts';
import { useMoveStop } from '../mutations.ts';
import { oneHourMore } from './texts.ts';
import styles from './stop-time.module.css';

const StopTimeDialog = onDemand(() => import('./stop-time-dialog.tsx'));

interface StopTimeProps {
  info: StackInfo;
  mayMoveEarlier: boolean;
  /** An action is in progress, so no other one can begin. */
  isBusy: boolean;
}

/** The buttons that move the scheduled stop of a running server. They stand beside its time. */
export function StopTime({ info, mayMoveEarlier, isBusy }: StopTimeProps) {
  const { stackName, stopsAt } = info;
  const now = useNow();
  const [isAsking, ask] = useState(false);
  const { mutate, data, error, isPending, variables } = useMoveStop(stackName);
  const isDisabled = isBusy || isPending;
  if (stopsAt === null || stopsAt <= now) return null;
  const moveTo = (until: number) => {
    ask(false);
    mutate({ stopsAt, until });
  };
  return (
    <div className={styles.row}>
      <Button disabled={isDisabled} onClick={() => moveTo(stopsAt + hourMs)}>
        {oneHourMore}
      </Button>
      <Button disabled={isDisabled} onClick={() => ask(true)}>
        Change time…
      </Button>
      {data?.stopsAt === stopsAt && variables && stopsAt < variables.until && (
        <span className={styles.note}>The latest stop that the limits allow is {formatFutureTime(stopsAt, now)}.</span>
      )}
      {error && <Failure word="Error while moving the stop" error={error} />}
      {isAsking && (
        <LazyPart>
          <StopTimeDialog
            context={contextOf(info, undefined)}
            stopsAt={stopsAt}
            mayMoveEarlier={mayMoveEarlier}
            onClose={() => ask(false)}
            onMove={moveTo}
          />
        </LazyPart>
      )}
    </div>
  );
}
