import { modifierKey } from '../../lib/modifier-key.ts';
import { choose, usePreferences } from '../../lib/preferences/preferences.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogButtons } from '../../ui/content/dialog.tsx';
import styles from './keys.module.css';
import { shortcutsOf } from './shortcuts.ts';

/** Lists the keys, and turns the single ones on and off. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const { singleKeys, tools } = usePreferences();
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.keys}>
        {shortcutsOf(tools).map(([keys, effect]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={(event) => choose({ singleKeys: event.target.checked })}
        />{' '}
        Use single keys, without {modifierKey()}, outside text fields
      </label>
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  );
}
