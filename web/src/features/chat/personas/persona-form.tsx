import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Persona } from 'shared-types/contract/chat/personas';
import { maxMemorySize, maxPersonaNameLength, maxSystemPromptLength } from 'shared-types/rules/limits';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { EffortMenu } from '../conversation/settings/models/effort-menu.tsx';
import { ModelSelect } from '../conversation/settings/models/model-select.tsx';
import styles from '../conversation/settings/settings.module.css';
import { formatCount, isBlank } from '../format.ts';
import { modelsQuery } from '../queries.ts';
import { useSavePersona } from './use-personas.ts';

interface PersonaFormProps {
  persona: Persona;
  onEnd: () => void;
}

const lengthErrorOf = (text: string, max: number) =>
  text.length > max ? `Use at most ${formatCount(max)} characters.` : '';

/** An empty field stands for the size of any new conversation. */
const sizeOf = (typed: string) => (isBlank(typed) ? undefined : Number(typed));
const sizeErrorOf = (size = 1) =>
  Number.isInteger(size) && size > 0 && size <= maxMemorySize
    ? ''
    : `Enter a number from 1 to ${maxMemorySize}, or leave it empty.`;

const usual = 'Same as other conversations';

/** The fields of a persona. A field that is left as in any new conversation is not saved with it. */
export function PersonaForm({ persona, onEnd }: PersonaFormProps) {
  const [name, setName] = useState(persona.name);
  const [systemPrompt, setPrompt] = useState(persona.systemPrompt);
  const [modelCode, setModel] = useState(persona.modelCode);
  const [effort, setEffort] = useState(persona.effort);
  const [typedSize, setSize] = useState(String(persona.memorySize ?? ''));
  const { data: models = [] } = useQuery(modelsQuery);
  const save = useSavePersona();
  const memorySize = sizeOf(typedSize);
  const nameError = isBlank(name) ? 'Enter a name.' : lengthErrorOf(name, maxPersonaNameLength);
  const promptError = lengthErrorOf(systemPrompt, maxSystemPromptLength);
  const sizeError = sizeErrorOf(memorySize);
  const isValid = nameError === '' && promptError === '' && sizeError === '';
  const efforts = models.find(({ code }) => code === modelCode)?.efforts;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid || save.isPending) return;
    const settings = {
      ...(modelCode !== undefined && { modelCode }),
      ...(memorySize !== undefined && { memorySize }),
      ...(efforts && effort !== undefined && { effort }),
    };
    save.mutate({ personaId: persona.personaId, name: name.trim(), systemPrompt, ...settings }, { onSuccess: onEnd });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field label="Name" error={nameError}>
        {(control) => <input {...control} autoComplete="off" value={name} onChange={(e) => setName(e.target.value)} />}
      </Field>
      <Field label="System prompt" note="Instructions that the model gets before the messages." error={promptError}>
        {(control) => (
          <textarea {...control} rows={5} dir="auto" value={systemPrompt} onChange={(e) => setPrompt(e.target.value)} />
        )}
      </Field>
      <Field label="Model">
        {(control) => (
          <ModelSelect
            {...control}
            models={models}
            code={modelCode ?? ''}
            onChoose={(code) => setModel(code || undefined)}
          >
            <option value="">{usual}</option>
          </ModelSelect>
        )}
      </Field>
      {efforts && (
        <Field label="Effort">
          {(control) => (
            <EffortMenu
              {...control}
              efforts={efforts}
              effort={effort ?? 'default'}
              onChoose={({ effort: next }) => setEffort(next === 'default' ? undefined : next)}
            />
          )}
        </Field>
      )}
      <Field label="Memory size" note={usual} error={sizeError}>
        {(control) => (
          <input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            value={typedSize}
            onChange={(e) => setSize(e.target.value)}
          />
        )}
      </Field>
      {save.isError && <Failure what="Could not save the persona." error={save.error} />}
      <div className={styles.buttons}>
        <Button onClick={onEnd}>Cancel</Button>
        <PrimaryButton type="submit" disabled={!isValid} aria-busy={save.isPending}>
          Save
        </PrimaryButton>
      </div>
    </form>
  );
}
