import { useEffect, useState } from 'react';
import { Button } from '../buttons/button.tsx';
import styles from './toasts.module.css';
import { closeToast, runToast, type Toast, useToasts } from './toasts.ts';
import { isTyping } from '../../lib/is-typing.ts';

/** The button of a toast, by the kind of its action. */
const actionNames = { undo: 'Undo', retry: 'Retry', reload: 'Reload' };

/** An undo can be pressed for this long, not counting the time under the pointer or with the focus. */
const undoMs = 10_000;

/** Says what was just done, at the foot of the window, and offers to undo it. Ctrl+Z or Cmd+Z undoes the newest. */
export function ToastRegion() {
  const toasts = useToasts();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const newest = toasts.findLast(({ action }) => action.kind === 'undo');
      if (!isUndo || !newest || isTyping(event.target)) return;
      event.preventDefault();
      void runToast(newest);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [toasts]);
  return (
    <section className={styles.region} aria-label="Notifications">
      <div aria-live="polite">
        {toasts.map((toast) => (
          <ToastRow key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  );
}

function ToastRow({ toast }: { toast: Toast }) {
  const { id, text, failed, action } = toast;
  const [isHeld, hold] = useState(false);
  useEffect(() => {
    if (isHeld || action.kind !== 'undo') return undefined;
    const timer = setTimeout(() => closeToast(id), undoMs);
    return () => clearTimeout(timer);
  }, [id, isHeld, action.kind]);
  return (
    <div
      className={styles.toast}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <p role={failed === undefined ? undefined : 'alert'}>{text}</p>
      <Button onClick={() => void runToast(toast)}>{actionNames[action.kind]}</Button>
      <Button className={styles.close} aria-label="Close" onClick={() => closeToast(id)}>
        ×
      </Button>
    </div>
  );
}
