import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { ApiError, errorMessage } from '../../../api/api-error.ts';
import { giveFocus } from '../../../lib/give-focus.ts';
import { useDraftText } from '../../../lib/use-draft-text.ts';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { BeginQuestions } from '../lazy-row-details.ts';
import { refreshStatusQuery } from '../queries.ts';
import styles from './add-community.module.css';
import { useAddCommunity } from './mutations.ts';
import { RefusedLink } from './refused-link.ts';

const noteMs = 5_000;

interface AddCommunityProps {
  /** The tracked communities. */
  communities: Resblock[];
  onAdded: (added: Resblock) => void;
}

export function AddCommunity({ communities, onAdded }: AddCommunityProps) {
  const [text, setText] = useDraftText('community');
  const field = useRef<HTMLInputElement>(null);
  const add = useAddCommunity();
  const [isJustAdded, noteAdded] = useTimedFlag(noteMs);
  /** The community that was just found to be tracked. */
  const [tracked, setTracked] = useState<Resblock>();
  /** A sentence about the last addition or choice. */
  const [result, setResult] = useState('');
  /** The ids of the new communities whose houses the user has not called new or known yet. They are asked about after a reload, too. */
  const [asked, setAsked] = useDraftText('new communities');
  const isAsking = communities.some(({ resblockId }) => asked.split(' ').includes(resblockId));
  const say = (sentence: string) => {
    setResult(sentence);
    noteAdded();
  };
  useEffect(() => {
    if (tracked) giveFocus(document.querySelector<HTMLElement>(`#name-${tracked.resblockId}`), field.current?.form);
  }, [tracked]);
  // The text may have changed while the site was asked about another one.
  const error = add.error && add.variables === text ? describeFailure(add.error) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || add.isPending) return;
    add.mutate(text, {
      onSuccess: ({ added, wasTracked, note }) => {
        setText('');
        say(note);
        onAdded(added);
        setTracked(wasTracked ? added : undefined);
        if (wasTracked) return;
        setAsked((ids) => `${ids} ${added.resblockId}`);
        giveFocus(field.current, field.current?.form);
      },
      onError: () => giveFocus(field.current, field.current?.form),
    });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <input
        ref={field}
        data-key="n"
        className={styles.field}
        aria-label="id"
        aria-describedby="add-note"
        aria-invalid={error !== undefined}
        placeholder="ID or link"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          if (!add.isPending) add.reset();
        }}
      />
      <Button type="submit" disabled={text.trim() === ''} aria-busy={add.isPending}>
        add
      </Button>
      <div id="add-note" className={error ? styles.error : styles.note}>
        <output>
          {add.isPending && 'Looking it up on the listing site…'}
          {error}
          {isJustAdded && result}
        </output>
        {text === '' && !isJustAdded && !isAsking && (
          <p>
            <Hint />
          </p>
        )}
      </div>
      {isAsking && (
        <LazyPart failure={null}>
          <BeginQuestions
            asked={asked}
            setAsked={setAsked}
            communities={communities}
            onChosen={(choice) => {
              say(choice);
              giveFocus(field.current, field.current?.form);
            }}
          />
        </LazyPart>
      )}
    </form>
  );
}

function describeFailure(error: Error) {
  if (error instanceof RefusedLink) return error.message;
  const isUnreached = error instanceof ApiError && error.status === 0;
  return `Could not add the community. ${errorMessage(error)}${isUnreached ? ' What you typed is kept.' : ''}`;
}

/** Names the site that an id alone belongs to. */
function Hint() {
  const { data } = useQuery(refreshStatusQuery);
  if (!data?.listingOrigin) return 'Enter a community’s ID, or a link to it or one of its houses.';
  return (
    <>
      Paste a link to a community or one of its houses, in any city, or enter an ID of{' '}
      <a href={`${data.listingOrigin}/xiaoqu/`} target="_blank" rel="noreferrer">
        {new URL(data.listingOrigin).host}
      </a>
      .
    </>
  );
}
