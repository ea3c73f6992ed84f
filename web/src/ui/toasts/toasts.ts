import { useSyncExternalStore } from 'react';
import { errorMessage } from '../../api/api-error.ts';

export interface Toast {
  id: number;
  text: string;
  /**
   * The act that failed. Such a toast stays until the act is tried again or the toast is closed, and screen readers hear it at
   * once.
   */
  failed?: string;
  action: ToastAction;
}

interface ToastAction {
  /** Ctrl+Z runs an undo, which stays for some seconds. Every other action stays until it is done or closed. */
  kind: 'undo' | 'retry' | 'reload';
  run: () => Promise<unknown>;
}

/** Older toasts give way to new ones. */
const maxToasts = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a toast and returns its id. */
export function addToast(toast: Omit<Toast, 'id'>) {
  lastId += 1;
  set([...toasts, { ...toast, id: lastId }].slice(-maxToasts));
  return lastId;
}

/** Says what was done, with a button that undoes it for some seconds. Returns a function that closes the toast. */
export function showUndo(text: string, undo: () => Promise<unknown>) {
  const id = addToast({ text, action: { kind: 'undo', run: undo } });
  return () => closeToast(id);
}

export const closeToast = (id: number) => set(toasts.filter((toast) => toast.id !== id));

/** Says what failed and why, in a sentence such as 'Could not delete.', until it is tried again or closed. */
export const showFailure = (what: string, error: unknown, retry: () => Promise<unknown>, failed = what) =>
  void addToast({ text: `${what} ${errorMessage(error)}`, failed, action: { kind: 'retry', run: retry } });

/**
 * Tries an act. A toast says what failed, and offers to try again. The next try closes it, also if a button of the page begins
 * it. Acts that fail with the same words have a key each.
 */
export async function attempt(what: string, act: () => Promise<unknown>, key = what): Promise<void> {
  set(toasts.filter(({ failed }) => failed !== key));
  try {
    await act();
  } catch (error) {
    showFailure(what, error, () => attempt(what, act, key), key);
  }
}

/** Runs the action of a toast. Another toast says when an undo fails. */
export async function runToast({ id, action }: Toast) {
  closeToast(id);
  if (action.kind === 'undo') await attempt('Could not undo.', action.run, `undo ${id}`);
  else await action.run();
}

/** Closes all toasts. Only tests need it, because a page ends with its toasts. */
export const closeToasts = () => set([]);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useToasts = () => useSyncExternalStore(subscribe, () => toasts);
