import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router-dom';
import { usePreferences } from '../../../lib/preferences/preferences.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { ToggleChip, ToggleChips } from '../../../ui/buttons/toggle-chip.tsx';
import { clearedFilters, type View, type ViewChange } from '../filters/view.ts';
import { activeFilters } from './active-filters.ts';
import { SaveView } from './save-view.tsx';
import { ShareLink } from './share-link.tsx';
import { deleteView, queryToSave } from './saved-views.ts';
import styles from './view-bar.module.css';

interface ViewBarProps {
  view: View;
  set: (change: ViewChange) => void;
}

/** The user's saved views, the filters of the shown view, each of which can be removed, and its link. */
export default function ViewBar({ view, set }: ViewBarProps) {
  const [search, setSearch] = useSearchParams();
  const [isSaving, setSaving] = useState(false);
  const chip = useRef<HTMLButtonElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const { views } = usePreferences();
  const query = queryToSave(search);
  const shown = views.find((each) => each.query === query);
  const filters = activeFilters(view);
  const close = () => {
    flushSync(() => setSaving(false));
    // The saved view has its chip now. On the button that deletes it, a second press of Enter would do that.
    (chip.current ?? saveButton.current)?.focus();
  };
  return (
    <div className={styles.bar}>
      {views.length > 0 && (
        <ToggleChips label="Saved views">
          {views.map((each) => (
            <ToggleChip
              key={each.name}
              ref={each === shown ? chip : undefined}
              isPressed={each === shown}
              onClick={() => setSearch(each === shown ? '' : each.query, { replace: true })}
            >
              {each.name}
            </ToggleChip>
          ))}
        </ToggleChips>
      )}
      {filters.length > 0 && (
        <ul className={styles.filters} aria-label="Active filters">
          {filters.map(({ text, removed }) => (
            <li key={text}>
              <button type="button" aria-label={`Remove filter ${text}`} onClick={() => set(removed)}>
                {text} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {filters.length > 0 && <LinkButton onClick={() => set(clearedFilters)}>Clear filters</LinkButton>}
      {isSaving && query ? (
        <SaveView query={query} views={views} onClose={close} />
      ) : shown ? (
        <LinkButton onClick={() => deleteView(shown)}>{`Delete view “${shown.name}”`}</LinkButton>
      ) : (
        query && (
          <LinkButton ref={saveButton} onClick={() => setSaving(true)}>
            Save view
          </LinkButton>
        )
      )}
      {query && <ShareLink name={shown?.name} />}
    </div>
  );
}
