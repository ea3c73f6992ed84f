import { type FormEvent, useRef, useState } from 'react';
import type { Resblock } from 'shared-types/ljmonitor';
import { ApiError, reasonOf } from '../../api/api-error.ts';
import { useWhile } from '../../lib/use-while.ts';
import { Button } from '../../ui/button.tsx';
import styles from './add-community.module.css';
import { useAddResblock } from './changes.ts';
import { resblockIdIn } from './words.ts';

const noteMs = 5_000;

interface AddCommunityProps {
  onAdded: (added: Resblock) => void;
}

export function AddCommunity({ onAdded }: AddCommunityProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const add = useAddResblock();
  const [isJustAdded, noteAdded] = useWhile(noteMs);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const resblockId = resblockIdIn(text);
    if (resblockId === '' || add.isPending) return;
    add.mutate(resblockId, {
      onSuccess: (added) => {
        setText('');
        noteAdded();
        onAdded(added);
      },
      onSettled: () => field.current?.focus(),
    });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <input
        ref={field}
        className={styles.field}
        aria-label="id"
        aria-describedby="add-note"
        aria-invalid={add.isError}
        placeholder="id"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          if (!add.isPending) add.reset();
        }}
      />
      <Button type="submit" disabled={text.trim() === ''} aria-busy={add.isPending}>
        add
      </Button>
      <output id="add-note" className={add.isError ? styles.error : styles.note}>
        {add.isPending && 'Asking the listing site …'}
        {add.isError && refusalOf(add.error)}
        {isJustAdded && add.isSuccess && 'Added.'}
      </output>
    </form>
  );
}

/** What to do about it, where that can be said. */
function refusalOf(error: Error) {
  if (error instanceof ApiError && error.status === 400)
    return 'An id has 6 to 24 digits: the number at the end of the address of a community’s page.';
  if (error instanceof ApiError && error.status === 404) return 'The listing site knows no community with this id.';
  return `Not added. ${reasonOf(error)} Try again.`;
}
