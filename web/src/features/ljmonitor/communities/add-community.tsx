import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { errorMessage } from '../../../api/api-error.ts';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { refreshStatusQuery } from '../queries.ts';
import styles from './add-community.module.css';
import { useAddCommunity } from './mutations.ts';
import { RefusedLink } from './refused-link.ts';
import * as texts from './texts.tsx';

const BeginOffer = onDemand(() => import('./begin/begin-offer.tsx'));

const noteMs = 5_000;

interface AddCommunityProps {
  /** The hosts of the communities in the list. Links to these hosts are accepted, too. */
  watchedHosts: string[];
  onAdded: (added: Resblock) => void;
}

export function AddCommunity({ watchedHosts, onAdded }: AddCommunityProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const add = useAddCommunity(watchedHosts);
  const [isJustAdded, noteAdded] = useTimedFlag(noteMs);
  const [begun, setBegun] = useState<Resblock>();
  const [chosen, setChosen] = useState<string>();
  const [tracked, jumpTo] = useState<Resblock>();
  useEffect(() => {
    if (tracked) document.querySelector<HTMLElement>(`#name-${tracked.resblockId}`)?.focus();
  }, [tracked]);
  const error =
    add.error && (add.error instanceof RefusedLink ? add.error.message : texts.couldNotAdd(errorMessage(add.error)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || add.isPending) return;
    add.mutate(text, {
      onSuccess: ({ added, wasTracked }) => {
        setText('');
        setChosen(undefined);
        setBegun(wasTracked ? undefined : added);
        noteAdded();
        onAdded(added);
        if (wasTracked) jumpTo({ ...added });
        else field.current?.focus();
      },
      onError: () => field.current?.focus(),
    });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <input
        ref={field}
        data-key="n"
        className={styles.field}
        aria-label={texts.id}
        aria-describedby="add-note"
        aria-invalid={error !== null}
        placeholder={texts.idOrLink}
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
        {texts.add}
      </Button>
      <div id="add-note" className={error ? styles.error : styles.note}>
        <output>
          {add.isPending && texts.lookingUp}
          {error}
          {isJustAdded && (chosen ?? add.data?.note)}
        </output>
        {text === '' && !isJustAdded && !begun && (
          <p>
            <Hint />
          </p>
        )}
      </div>
      {begun && (
        <div className={styles.wide}>
          <LazyPart failure={null}>
            <BeginOffer
              key={begun.resblockId}
              resblock={begun}
              onChosen={(result) => {
                setBegun(undefined);
                setChosen(result);
                noteAdded();
                field.current?.focus();
              }}
            />
          </LazyPart>
        </div>
      )}
    </form>
  );
}

/** Names the site that an id alone belongs to. */
function Hint() {
  const { data } = useQuery(refreshStatusQuery);
  if (!data?.listingOrigin) return texts.enterIdOrLink;
  return (
    <>
      {texts.aboutIdField(
        <a href={`${data.listingOrigin}/xiaoqu/`} target="_blank" rel="noreferrer">
          {new URL(data.listingOrigin).host}
        </a>,
      )}
    </>
  );
}
