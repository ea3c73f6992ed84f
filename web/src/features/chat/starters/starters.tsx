import { useState } from 'react';
import { usePreferences } from '../../../lib/preferences/preferences.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { newDraftId, readDraft, saveDraft } from '../conversation/composer/draft.ts';
import styles from '../chat.module.css';

const StartersDialog = onDemand(() => import('./starters-dialog.tsx'));

/** Puts a starter before what is written already. */
function begin(starter: string) {
  const { text } = readDraft(newDraftId);
  const gap = text === '' || /\s$/.test(starter) ? '' : ' ';
  saveDraft(newDraftId, { text: starter + gap + text });
}

/** The person's own beginnings of questions, each a tap away from the field. */
export function Starters({ onChoose }: { onChoose: () => void }) {
  const { starters } = usePreferences();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.personas} role="group" aria-label="Starters">
      {starters.map((starter) => (
        <button
          key={starter}
          type="button"
          className={styles.persona}
          dir="auto"
          title={starter}
          onClick={() => {
            begin(starter);
            onChoose();
          }}
        >
          {starter}
        </button>
      ))}
      <LinkButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {starters.length === 0 ? 'Add starters' : 'Edit starters'}
      </LinkButton>
      {isOpen && (
        <LazyPart>
          <StartersDialog onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </div>
  );
}
