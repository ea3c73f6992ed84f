import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { ApiError, errorMessage } from '../../../api/api-error.ts';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import styles from './add-community.module.css';
import { useAddCommunity } from '../mutations.ts';

const noteMs = 5_000;

interface AddCommunityProps {
  /** The sites that communities are read from already: their links are understood. */
  watchedHosts: string[];
  onAdded: (added: Resblock) => void;
}

export function AddCommunity({ watchedHosts, onAdded }: AddCommunityProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const add = useAddCommunity();
  const [isJustAdded, noteAdded] = useTimedFlag(noteMs);
  const [refusal, setRefusal] = useState<string>();
  // What understands links is loaded when there is one: few visits add a community.
  const understand = useMutation({
    mutationFn: async () => (await import('./parse-community-link.ts')).parseCommunityLink(text, watchedHosts),
    onSuccess: ({ resblockId, refusal: why }) => {
      setRefusal(why);
      if (resblockId === undefined) return;
      add.mutate(resblockId, {
        onSuccess: (added) => {
          setText('');
          noteAdded();
          onAdded(added);
        },
        onSettled: () => field.current?.focus(),
      });
    },
  });
  const failed = understand.error ?? add.error;
  const error = refusal ?? (failed ? refusalOf(failed) : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !understand.isPending && !add.isPending) understand.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <input
        ref={field}
        className={styles.field}
        aria-label="id"
        aria-describedby="add-note"
        aria-invalid={error !== undefined}
        placeholder="id"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setRefusal(undefined);
          understand.reset();
          if (!add.isPending) add.reset();
        }}
      />
      <Button type="submit" disabled={text.trim() === ''} aria-busy={add.isPending}>
        add
      </Button>
      <div id="add-note" className={error ? styles.error : styles.note}>
        <output>
          {add.isPending && 'Asking the listing site …'}
          {error}
          {isJustAdded && add.isSuccess && 'Added.'}
        </output>
        {text === '' && !isJustAdded && 'or a link to a community’s page'}
      </div>
    </form>
  );
}

/** What to do about it, where that can be said. */
function refusalOf(error: Error) {
  if (error instanceof ApiError && error.status === 404) return 'The listing site knows no community with this id.';
  return `Not added. ${errorMessage(error)} Try again.`;
}
