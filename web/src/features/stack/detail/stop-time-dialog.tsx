import { type FormEvent, useState } from 'react';
import { minuteMs } from 'shared-types/rules/time';
import { formatTimestamp } from '../../../lib/format-time.ts';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/content/dialog.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import type { ActionContext } from '../actions.ts';
import { WhoIsOn } from '../server/confirm-action.tsx';
import styles from './stop-time.module.css';

interface StopTimeDialogProps {
  context: ActionContext;
  stopsAt: number;
  /** An earlier time needs the right to stop the server. */
  mayMoveEarlier: boolean;
  onClose: () => void;
  onMove: (until: number) => void;
}

/** Formats a local time as the browser's control for times does: '2026-11-20T21:04'. */
const localMinute = (time: number) => formatTimestamp(time).slice(0, 16).replace(' ', 'T');

/** Asks for another time of the scheduled stop, in the user's time zone. */
const StopTimeDialog = ({ context, stopsAt, mayMoveEarlier, onClose, onMove }: StopTimeDialogProps) => {
  // The minute of the present stop begins before it, and so would be an earlier time.
  const first = localMinute(mayMoveEarlier ? stopsAt : stopsAt + minuteMs - 1);
  const [until, change] = useState(first);
  function move(event: FormEvent) {
    event.preventDefault();
    onMove(new Date(until).getTime());
  }
  return (
    <Dialog title="Change stop time" onClose={onClose}>
      <WhoIsOn action="STOP" context={context} />
      <form className={styles.form} onSubmit={move}>
        <TextField
          type="datetime-local"
          label="Stops at"
          note="Players are warned 15 and 5 minutes before. An empty server stops earlier."
          value={until}
          min={mayMoveEarlier ? undefined : first}
          required
          onChange={({ target }) => change(target.value)}
        />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <PrimaryButton type="submit">Change</PrimaryButton>
        </DialogButtons>
      </form>
    </Dialog>
  );
};

export default StopTimeDialog;
