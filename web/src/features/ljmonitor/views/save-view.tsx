import { useState } from 'react';
import { maxViewName, maxViewQuery, maxViews, type SavedView } from 'shared-types/rules/auth/preferences';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { saveView } from './saved-views.ts';
import styles from './view-bar.module.css';

interface SaveViewProps {
  query: string;
  views: readonly SavedView[];
  onClose: () => void;
}

const focus = (input: HTMLInputElement | null) => input?.focus();

const nameOfView = 'Name of the view';

/** Asks for the name under which the shown view is saved. */
export function SaveView({ query, views, onClose }: SaveViewProps) {
  const [text, setText] = useState('');
  const name = text.trim();
  const isReplacing = views.some((view) => view.name === name);
  const refusal =
    query.length > maxViewQuery
      ? 'This view has too many communities to save.'
      : views.length >= maxViews && !isReplacing
        ? `You have ${maxViews} saved views. Delete one first.`
        : undefined;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!name || refusal) return;
        saveView({ name, query }, isReplacing);
        onClose();
      }}
    >
      <input
        ref={focus}
        required
        autoComplete="off"
        maxLength={maxViewName}
        aria-label={nameOfView}
        placeholder={nameOfView}
        aria-describedby="view-note"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
      <Button type="submit" aria-disabled={refusal !== undefined}>
        Save
      </Button>
      <LinkButton onClick={onClose}>Cancel</LinkButton>
      <output id="view-note">{refusal ?? (isReplacing && 'Replaces the view of this name.')}</output>
    </form>
  );
}
