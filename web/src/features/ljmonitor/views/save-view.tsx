import { useState } from 'react';
import { maxViewName, maxViewQuery, maxViews, type SavedView } from 'shared-types/rules/auth/preferences';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { saveView } from './saved-views.ts';
import styles from './view-bar.module.css';
import * as texts from './messages.ts';

interface SaveViewProps {
  query: string;
  views: readonly SavedView[];
  onClose: () => void;
}

const focus = (input: HTMLInputElement | null) => input?.focus();

/** Asks for the name under which the shown view is saved. */
export function SaveView({ query, views, onClose }: SaveViewProps) {
  const [text, setText] = useState('');
  const name = text.trim();
  const isReplacing = views.some((view) => view.name === name);
  const refusal =
    query.length > maxViewQuery
      ? texts.tooLongView
      : views.length >= maxViews && !isReplacing
        ? texts.tooManyViews
        : undefined;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!name || refusal) return;
        saveView({ name, query });
        onClose();
      }}
    >
      <input
        ref={focus}
        required
        autoComplete="off"
        maxLength={maxViewName}
        aria-label={texts.nameOfView}
        placeholder={texts.nameOfView}
        aria-describedby="view-note"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
      <Button type="submit" aria-disabled={refusal !== undefined}>
        {texts.save}
      </Button>
      <LinkButton onClick={onClose}>{texts.cancel}</LinkButton>
      <output id="view-note">{refusal ?? (isReplacing && texts.replacesView)}</output>
    </form>
  );
}
