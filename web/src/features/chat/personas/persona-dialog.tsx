import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Persona } from 'shared-types/contract/chat/personas';
import { Button, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/content/dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import settings from '../conversation/settings/settings.module.css';
import { PersonaForm } from './persona-form.tsx';
import styles from './personas.module.css';
import { personasQuery } from './personas-query.ts';
import { useDeletePersona } from './use-personas.ts';

interface PersonaDialogProps {
  onClose: () => void;
  /** A persona was saved or deleted, so the chosen one may be another one now. */
  onChange: () => void;
}

const newPersona = (): Persona => ({ personaId: crypto.randomUUID(), name: '', systemPrompt: '' });

/** The list of the person's personas, or the form of one of them. */
export default function PersonaDialog({ onClose, onChange }: PersonaDialogProps) {
  const [edited, setEdited] = useState<Persona>();
  const end = () => {
    setEdited(undefined);
    onChange();
  };
  return (
    <Dialog title="Personas" onClose={edited ? end : onClose}>
      {edited ? (
        <PersonaForm persona={edited} onEnd={end} />
      ) : (
        <>
          <p className={styles.about}>
            A persona is a prompt with the settings of a new conversation. A conversation keeps its own copy.
          </p>
          <PersonaList onEdit={setEdited} onDelete={onChange} />
          <div className={settings.buttons}>
            <Button onClick={onClose}>Close</Button>
            <PrimaryButton onClick={() => setEdited(newPersona())}>New persona</PrimaryButton>
          </div>
        </>
      )}
    </Dialog>
  );
}

interface PersonaListProps {
  onEdit: (persona: Persona) => void;
  onDelete: () => void;
}

function PersonaList({ onEdit, onDelete }: PersonaListProps) {
  const { data: personas, error, refetch } = useQuery(personasQuery);
  const remove = useDeletePersona();
  /** The id of the persona whose Delete was pressed once. */
  const [asked, ask] = useState<string>();
  if (!personas) {
    if (!error) return <Skeleton rows={2} />;
    return <Failure what="Could not load the personas." error={error} onRetry={() => void refetch()} />;
  }
  const deleteOrAsk = (persona: Persona) => {
    if (asked === persona.personaId) remove.mutate(persona, { onSuccess: onDelete });
    else ask(persona.personaId);
  };
  return (
    <>
      {personas.length === 0 && <p className={styles.about}>No personas yet.</p>}
      <ul className={styles.list}>
        {personas.map((persona) => (
          <li key={persona.personaId}>
            <span>{persona.name}</span>
            <Button aria-label={`Edit ${persona.name}`} onClick={() => onEdit(persona)}>
              Edit
            </Button>
            <Button aria-busy={remove.isPending} onClick={() => remove.isPending || deleteOrAsk(persona)}>
              {asked === persona.personaId ? 'Delete permanently' : 'Delete'}
              <span className="unseen"> {persona.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {remove.isError && <Failure what="Could not delete the persona." error={remove.error} />}
    </>
  );
}
