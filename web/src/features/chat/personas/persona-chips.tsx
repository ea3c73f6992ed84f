import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Persona } from 'shared-types/contract/chat/personas';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import styles from '../chat.module.css';
import { personasQuery } from './personas-query.ts';

const PersonaDialog = onDemand(() => import('./persona-dialog.tsx'));

interface PersonaChipsProps {
  chosen: Persona | undefined;
  /** Undefined takes the choice back. */
  onChoose: (persona: Persona | undefined) => void;
}

/** The person's own personas. A new conversation begins with the pressed one. */
export function PersonaChips({ chosen, onChoose }: PersonaChipsProps) {
  const [isOpen, setOpen] = useState(false);
  const { data: personas = [] } = useQuery(personasQuery);
  return (
    <div className={styles.personas} role="group" aria-label="Start as">
      {personas.map((persona) => {
        const isChosen = persona.personaId === chosen?.personaId;
        return (
          <button
            key={persona.personaId}
            type="button"
            className={styles.persona}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? undefined : persona)}
          >
            {persona.name}
          </button>
        );
      })}
      <LinkButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Personas
      </LinkButton>
      {isOpen && (
        <LazyPart>
          <PersonaDialog onClose={() => setOpen(false)} onChange={() => onChoose(undefined)} />
        </LazyPart>
      )}
    </div>
  );
}
