import { useEffect, useRef } from 'react';
import type { ChatMessage } from 'shared-types/contract/chat';
import { Button } from '../../../../ui/buttons/button.tsx';
import { attempt } from '../../../../ui/toasts/toasts.ts';
import { isTyping } from '../../../../lib/is-typing.ts';
import { isConflict, useStop } from './mutations.ts';

/** Stops an answer, which keeps the text that it has. Escape presses it. */
export function StopButton({ message }: { message: ChatMessage }) {
  const stop = useStop(message);
  const press = () =>
    attempt(
      'Could not stop the answer.',
      async () => {
        try {
          await stop.mutateAsync();
        } catch (error) {
          // An answer that has just ended needs no stop.
          if (!isConflict(error)) throw error;
        }
      },
      `stop ${message.sessionMessageId}`,
    );
  const button = useRef<HTMLButtonElement>(null);
  // The composer presses the button itself. In other fields, Escape belongs to the field.
  useEffect(() => {
    const onKeyDown = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !isTyping(target) && !document.querySelector('dialog[open]'))
        button.current?.click();
    };
    const abort = new AbortController();
    window.addEventListener('keydown', onKeyDown, abort);
    return () => abort.abort();
  }, []);
  return (
    <Button ref={button} data-key="Escape" aria-busy={stop.isPending} onClick={() => stop.isPending || void press()}>
      {stop.isPending ? 'Stopping…' : 'Stop'}
    </Button>
  );
}
