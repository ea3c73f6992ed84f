import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CommandOutput, PlayerLists } from 'shared-types/contract/stack/console';
import type { GameId } from 'shared-types/rules/stack/game';
import { isPlayerName, maxAllowedPlayers, maxOperators } from 'shared-types/rules/stack/console';
import { PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Field } from '../../../ui/field/field.tsx';
import styles from './console.module.css';
import { playerListsQuery, useSetPlayerLists } from './use-console.ts';
import * as texts from './messages.ts';

type Versioned = PlayerLists & { version: number };

/** The players who may join, and the operators. */
export default function PlayerListsPanel({ stackName, game }: { stackName: string; game: GameId }) {
  const { data, error, refetch } = useQuery(playerListsQuery(stackName));
  const save = useSetPlayerLists(stackName);
  if (error) return <Failure what={texts.listsNotLoaded} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {data && <ListsForm key={data.version} game={game} lists={data} isSaving={save.isPending} onSave={save.mutate} />}
      <output className={styles.answer}>{save.data !== undefined && describeSaved(save.data)}</output>
      {save.error && <Failure what={texts.listsNotSaved} error={save.error} />}
    </>
  );
}

const namesIn = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

interface ListsFormProps {
  game: GameId;
  lists: Versioned;
  isSaving: boolean;
  onSave: (lists: Versioned) => void;
}

function ListsForm({ game, lists, isSaving, onSave }: ListsFormProps) {
  const [isOn, setOn] = useState(lists.isAllowListOn);
  const [allowed, setAllowed] = useState(lists.allowed.join('\n'));
  const [operators, setOperators] = useState(lists.operators.join('\n'));
  const [problem, setProblem] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = { isAllowListOn: isOn, allowed: namesIn(allowed), operators: namesIn(operators) };
    const wrong = [...wanted.allowed, ...wanted.operators].find((name) => !isPlayerName(name));
    const isTooLong = wanted.allowed.length > maxAllowedPlayers || wanted.operators.length > maxOperators;
    setProblem(wrong === undefined ? (isTooLong ? texts.tooManyNames : undefined) : texts.notAName(wrong));
    if (wrong === undefined && !isTooLong) onSave({ ...wanted, version: lists.version });
  }
  return (
    <form className={styles.lists} onSubmit={submit}>
      <label>
        <input type="checkbox" checked={isOn} onChange={({ target }) => setOn(target.checked)} /> {texts.onlyListed}
      </label>
      <Names label={texts.allowList} note={texts.oneNameALine[game]} value={allowed} onChange={setAllowed} />
      <Names label={texts.operators} note={texts.aboutOperators[game]} value={operators} onChange={setOperators} />
      <div>
        <PrimaryButton type="submit" disabled={isSaving}>
          {isSaving ? texts.saving : texts.save}
        </PrimaryButton>
      </div>
      {problem !== undefined && <p className={styles.problem}>{problem}</p>}
    </form>
  );
}

/** Describes the saved lists, with the operators that the game does not know yet. */
function describeSaved(saved: { taken: CommandOutput | undefined } | null) {
  if (saved === null) return texts.savedForNextStart;
  if (!saved.taken) return texts.savedLate;
  const { state, output } = saved.taken;
  return state === 'done' ? `${texts.savedAndSet}\n${output}`.trim() : texts.savedBut(output);
}

interface NamesProps {
  label: string;
  note: string;
  value: string;
  onChange: (text: string) => void;
}

const Names = ({ label, note, value, onChange }: NamesProps) => (
  <Field label={label} note={note}>
    {(control) => (
      <textarea
        {...control}
        rows={4}
        spellCheck={false}
        autoCapitalize="none"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);
