import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CommandOutput, PlayerLists } from 'shared-types/contract/stack/console';
import type { GameId } from 'shared-types/rules/stack/game';
import { isPlayerName, laterListsSentence, maxAllowedPlayers, maxOperators } from 'shared-types/rules/stack/console';
import { PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Field } from '../../../ui/field/field.tsx';
import styles from './console.module.css';
import { playerListsQuery, useSetPlayerLists } from './use-console.ts';

const allowedTexts: Record<GameId, string> = {
  bedrock: 'One gamertag a line, at most 30. Someone who is on can stay until they leave or you kick them.',
  java: 'One name of Java Edition a line, at most 30. It can differ from the gamertag. Someone who is on and not listed is put out.',
};
const operatorTexts: Record<GameId, string> = {
  bedrock:
    'One gamertag a line, at most 10. Operators may use commands in the game. Someone who has never joined becomes one within a minute of joining.',
  java: 'One name of Java Edition a line, at most 10. Operators may use commands in the game.',
};

type Versioned = PlayerLists & { version: number };

/** The players who may join, and the operators. */
export default function PlayerListsPanel({ stackName, game }: { stackName: string; game: GameId }) {
  const { data, error, refetch } = useQuery(playerListsQuery(stackName));
  const save = useSetPlayerLists(stackName);
  if (error && !data) return <Failure what="Could not load the lists." error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {data && <ListsForm game={game} lists={data} isSaving={save.isPending} onSave={save.mutate} />}
      <output className={styles.result}>{save.data !== undefined && describeSaved(save.data)}</output>
      {save.error && <Failure what="Could not save the lists." error={save.error} />}
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

/** The lists as a user types them. */
const draftOf = ({ isAllowListOn, allowed, operators }: PlayerLists) => ({
  isOn: isAllowListOn,
  allowed: allowed.join('\n'),
  operators: operators.join('\n'),
});
const isSame = (some: PlayerLists, others: PlayerLists) =>
  JSON.stringify(draftOf(some)) === JSON.stringify(draftOf(others));

function ListsForm({ game, lists, isSaving, onSave }: ListsFormProps) {
  const [seen, setSeen] = useState(lists);
  const [saved, setSaved] = useState<PlayerLists>(lists);
  const [draft, setDraft] = useState(draftOf(lists));
  const [problem, setProblem] = useState<string>();
  const { isOn, allowed, operators } = draft;
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  if (lists.version !== seen.version) {
    setSeen(lists);
    // The user may have typed on while these lists were saved. Those of another person are to be reviewed.
    if (!isSame(lists, saved)) setDraft(draftOf(lists));
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = { isAllowListOn: isOn, allowed: namesIn(allowed), operators: namesIn(operators) };
    const wrong = [...wanted.allowed, ...wanted.operators].find((name) => !isPlayerName(name));
    const isTooLong = wanted.allowed.length > maxAllowedPlayers || wanted.operators.length > maxOperators;
    setProblem(
      wrong === undefined
        ? isTooLong
          ? 'A list is too long: at most 30 players and 10 operators.'
          : undefined
        : `“${wrong}” cannot be a player name. Use at most 40 characters and no quotes.`,
    );
    if (wrong !== undefined || isTooLong) return;
    setSaved(wanted);
    onSave({ ...wanted, version: lists.version });
  }
  return (
    <form className={styles.lists} onSubmit={submit}>
      <label>
        <input type="checkbox" checked={isOn} onChange={({ target }) => change({ isOn: target.checked })} /> Only
        players on the allow list may join
      </label>
      <Names
        label="Allow list"
        note={allowedTexts[game]}
        value={allowed}
        onChange={(names) => change({ allowed: names })}
      />
      <Names
        label="Operators"
        note={operatorTexts[game]}
        value={operators}
        onChange={(names) => change({ operators: names })}
      />
      <div>
        <PrimaryButton type="submit" disabled={isSaving}>
          {isSaving ? 'Saving…' : 'Save'}
        </PrimaryButton>
      </div>
      {problem !== undefined && <p className={styles.problem}>{problem}</p>}
    </form>
  );
}

/** Describes the saved lists, with the operators that the game does not know yet. */
function describeSaved(saved: { taken: CommandOutput | undefined } | null) {
  if (saved === null) return 'Saved. The game gets these lists within two minutes of its next start.';
  if (!saved.taken) return 'Saved. The game has not responded yet; it gets these lists within minutes.';
  const { state, output } = saved.taken;
  if (state === 'failed' && output === laterListsSentence)
    return 'Saved, but the game got later lists first. Check the lists above. If yours are there, the game gets them within minutes.';
  return state === 'done'
    ? `Saved. The running game now uses these lists.\n${output}`.trim()
    : `Saved, but the game does not have these lists yet; the site sends them again every minute.\n${output}`;
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
