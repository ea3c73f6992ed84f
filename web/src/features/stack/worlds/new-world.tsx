import { type FormEvent, useState } from 'react';
import type { NewWorldSettings } from 'shared-types/contract/stack';
import { difficulties, gameModes } from 'shared-types/rules/stack/world';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/content/dialog.tsx';
import { Field, TextField } from '../../../ui/field/field.tsx';
import type { ActionContext } from '../actions.ts';
import { describeWorldChange } from '../describe-effect.ts';
import { WhoIsOn } from '../server/confirm-action.tsx';
import styles from './backups.module.css';

interface NewWorldProps {
  context: ActionContext;
  onClose: () => void;
  onCreate: (settings: NewWorldSettings) => void;
}

/** Asks for the settings of a new world. */
export function NewWorld({ context, onClose, onCreate }: NewWorldProps) {
  const [settings, set] = useState<NewWorldSettings>({
    name: '',
    seed: '',
    gameMode: 'survival',
    difficulty: 'easy',
  });
  const change = (part: Partial<NewWorldSettings>) => set({ ...settings, ...part });
  function create(event: FormEvent) {
    event.preventDefault();
    onCreate({ ...settings, name: settings.name.trim(), seed: settings.seed.trim() });
  }
  return (
    <Dialog title="New world" onClose={onClose}>
      <p>{describeWorldChange(context)}</p>
      <WhoIsOn action="RESTART" context={context} />
      <form className={styles.form} onSubmit={create}>
        <TextField
          label="Name"
          note="Letters without accents, digits, spaces, dots and dashes. Players see it in their list."
          value={settings.name}
          required
          maxLength={40}
          pattern=" *[A-Za-z0-9._\-]([A-Za-z0-9 ._\-]{0,38}[A-Za-z0-9._\-])? *"
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextField
          label="Seed"
          note="Leave it empty for a random world."
          value={settings.seed}
          maxLength={40}
          pattern=" *[A-Za-z0-9\-]* *"
          onChange={({ target }) => change({ seed: target.value })}
        />
        <Choice
          label="Mode"
          options={gameModes}
          value={settings.gameMode}
          onChange={(gameMode) => change({ gameMode })}
        />
        <Choice
          label="Difficulty"
          options={difficulties}
          value={settings.difficulty}
          onChange={(difficulty) => change({ difficulty })}
        />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <PrimaryButton type="submit">
            {context.state === 'running' ? 'Create and restart' : 'Create and start'}
          </PrimaryButton>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

interface ChoiceProps<Option extends string> {
  label: string;
  options: readonly Option[];
  value: Option;
  onChange: (option: Option) => void;
}

function Choice<Option extends string>({ label, options, value, onChange }: ChoiceProps<Option>) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ target }) => onChange(options.find((option) => option === target.value) ?? value)}
        >
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </Field>
  );
}
