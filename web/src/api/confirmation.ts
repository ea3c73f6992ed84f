import { useSyncExternalStore } from 'react';

/** The question whether the user is at the browser. The app shows it as a dialog while it is open. */
export interface Confirmation {
  result: Promise<boolean>;
  finish: (isConfirmed: boolean) => void;
}

let open: Confirmation | undefined;
const listeners = new Set<() => void>();

function setOpen(confirmation: Confirmation | undefined) {
  open = confirmation;
  for (const listener of listeners) listener();
}

/** Asks the user to confirm. All calls that need it at the same time share one question. */
export function askForConfirmation(): Promise<boolean> {
  if (open) return open.result;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const finish = (isConfirmed: boolean) => {
    setOpen(undefined);
    resolve(isConfirmed);
  };
  setOpen({ result: promise, finish });
  return promise;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the confirmation that the page waits for. It is undefined when no call needs one. */
export const useConfirmation = () => useSyncExternalStore(subscribe, () => open);
