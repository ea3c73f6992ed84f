import { type FormEvent, useState } from 'react';
import { maxStarterLength, maxStarters } from 'shared-types/rules/auth/preferences';
import { choose, usePreferences } from '../../../lib/preferences/preferences.ts';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/content/dialog.tsx';
import { Field } from '../../../ui/field/field.tsx';
import settings from '../conversation/settings/settings.module.css';
import { isBlank } from '../format.ts';

const fields = Array.from({ length: maxStarters }, (_, index) => `Starter ${index + 1}`);

/** One field for each starter. A starter without text goes. */
export default function StartersDialog({ onClose }: { onClose: () => void }) {
  const { starters } = usePreferences();
  const [typed, setTyped] = useState(() => fields.map((_, index) => starters[index] ?? ''));
  const save = (event: FormEvent) => {
    event.preventDefault();
    // The site refuses half a character, as a paste can leave it.
    const kept = typed.filter((text) => !isBlank(text)).map((text) => text.trimStart().toWellFormed());
    choose({ starters: [...new Set(kept)] });
    onClose();
  };
  return (
    <Dialog title="Starters" onClose={onClose}>
      <form className={settings.form} onSubmit={save} noValidate>
        <p className={settings.hint}>
          A starter is the beginning of a question that you ask often. A tap puts it into the message field.
        </p>
        {fields.map((name, index) => (
          <Field key={name} label={name}>
            {(control) => (
              <input
                {...control}
                autoComplete="off"
                dir="auto"
                maxLength={maxStarterLength}
                value={typed[index]}
                onChange={(event) => setTyped(typed.with(index, event.target.value))}
              />
            )}
          </Field>
        ))}
        <div className={settings.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <PrimaryButton type="submit">Save</PrimaryButton>
        </div>
      </form>
    </Dialog>
  );
}
