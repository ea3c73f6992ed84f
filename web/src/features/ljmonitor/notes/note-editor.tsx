import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { House } from 'shared-types/contract/ljmonitor';
import { maxHouseNoteLength } from 'shared-types/rules/limits';
import { call } from '../../../api/call.ts';
import { joinLines } from '../../../lib/draft-storage.ts';
import { useDraftText } from '../../../lib/use-draft-text.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { mapHouse } from '../houses/house-pages.ts';
import { updateHousesAfterChange } from '../optimistic-updates.ts';
import styles from './note-editor.module.css';

interface NoteEditorProps {
  house: House;
  onClose: () => void;
}

const focus = (field: HTMLTextAreaElement | null) => field?.focus();

/** Edits the user's own note on a house. An empty text removes it. What was typed is there again until it is saved or canceled. */
export function NoteEditor({ house: { houseId, note = '' }, onClose }: NoteEditorProps) {
  const client = useQueryClient();
  const [draft, keepDraft] = useDraftText(`note ${houseId}`, joinLines);
  // This is the note that the user began to edit. Another browser may change it meanwhile.
  const [was] = useState(note);
  /** What the field shows without a draft: the note, or nothing when the user has emptied the field. */
  const [typed, setTyped] = useState(note);
  const text = draft === '' ? typed : draft;
  const [isDraft] = useState(draft !== '' && note !== '');
  const end = () => {
    keepDraft('');
    onClose();
  };
  const save = useMutation({
    mutationFn: () =>
      call('PUT /api/ljmonitor/house/{houseId}/note', { params: { houseId }, body: { note: text.trim(), was } }),
    onSuccess: (saved) => {
      updateHousesAfterChange(
        client,
        mapHouse(houseId, (house) => ({ ...house, note: saved.note })),
      );
      end();
    },
  });
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate();
      }}
    >
      <textarea
        ref={focus}
        rows={2}
        aria-label="Your note on this house"
        maxLength={maxHouseNoteLength}
        value={text}
        onChange={({ target: { value } }) => {
          setTyped(value);
          keepDraft(value === was ? '' : value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <Button type="submit" aria-busy={save.isPending}>
        Save
      </Button>
      <LinkButton onClick={end}>Cancel</LinkButton>
      {isDraft && <p className={styles.saved}>Not saved yet. The saved note is: {was}</p>}
      {save.isError && <Failure what="Could not save the note." error={save.error} onRetry={() => save.mutate()} />}
    </form>
  );
}
