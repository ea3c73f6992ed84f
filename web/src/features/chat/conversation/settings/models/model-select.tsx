import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { ChatModel } from 'shared-types/contract/chat';
import { isRetired } from 'shared-types/rules/models';
import { foldText } from 'shared-types/rules/search/fold-text';
import { hasWords, wordsOf } from 'shared-types/rules/search/search-words';
import { utcDay } from 'shared-types/rules/time';
import styles from './model-select.module.css';

/** Returns a model of the menu, with the retirement that its provider has announced. `today` is YYYY-MM-DD. */
export function modelLabel(model: ChatModel, models: readonly ChatModel[], today: string) {
  const { name, retiresOn } = model;
  const replacement = models.find(({ code }) => code === model.replacement)?.name ?? model.replacement;
  if (retiresOn === undefined) return name;
  if (!isRetired(model, today)) return `${name} (retires ${retiresOn})`;
  return `${name} (retired ${retiresOn}${replacement === undefined ? '' : `, now ${replacement}`})`;
}

/** A longer list has a search. */
const maxUnsearched = 12;
/** The rows that are visible while one searches. */
const minRows = 2;
const maxRows = 8;

interface ModelSelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'size' | 'ref'> {
  models: readonly ChatModel[];
  code: string;
  onChoose: (code: string) => void;
  /** Options before the models. */
  children?: ReactNode;
}

/** Returns the models under the name of their provider, in the order of the list. */
const modelsByProvider = (models: readonly ChatModel[]) => [...Map.groupBy(models, ({ provider }) => provider)];

/**
 * The models, with the retirement dates that their provider has announced. A retired model is gray and can be chosen. Above a
 * long list stands a search by words of names, codes and providers; while it has words, the list of what it finds is open.
 */
export function ModelSelect({ models, code, onChoose, children, ...props }: ModelSelectProps) {
  const [today] = useState(() => utcDay(Date.now()));
  const [search, setSearch] = useState('');
  const words = wordsOf(search);
  const isSearching = words.length > 0;
  const list = useRef<HTMLSelectElement>(null);
  /** The arrow keys go through an open list, and the search stays. */
  const isWalking = useRef(false);
  const found = models.filter(({ name, code: each, provider }) =>
    hasWords(foldText(`${name} ${each} ${provider}`), words),
  );
  // The chosen model stays in the list: a click on an option that the browser takes for the chosen one would change nothing.
  const chosen =
    isSearching && !found.some((model) => model.code === code) && models.find((each) => each.code === code);
  const groups = modelsByProvider(found);
  const rows = found.length + (groups.length > 1 ? groups.length : 0) + (chosen ? 1 : 0);
  const optionOf = (model: ChatModel) => (
    <option key={model.code} value={model.code} className={model.available ? undefined : styles.retired}>
      {modelLabel(model, models, today)}
    </option>
  );
  const keysOfSearch = (event: KeyboardEvent) => {
    const [first] = found;
    // Enter would submit the form, and Escape would close the dialog.
    if (['Enter', 'ArrowDown'].includes(event.key) || (event.key === 'Escape' && search !== '')) event.preventDefault();
    if (event.key === 'Escape') setSearch('');
    if (event.key === 'ArrowDown') list.current?.focus();
    if (event.key !== 'Enter' || !isSearching || !first || event.nativeEvent.isComposing) return;
    setSearch('');
    list.current?.focus();
    onChoose(first.code);
  };
  const keysOfList = (event: KeyboardEvent) => {
    isWalking.current = true;
    if (isSearching && ['Enter', 'Escape'].includes(event.key)) {
      event.preventDefault();
      setSearch('');
    }
  };
  return (
    <div className={styles.models}>
      {models.length > maxUnsearched && (
        <input
          type="search"
          className={props.className}
          aria-label="Search models"
          placeholder={`Search ${models.length} models`}
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={keysOfSearch}
        />
      )}
      <select
        {...props}
        ref={list}
        value={code}
        size={isSearching ? Math.min(Math.max(rows, minRows), maxRows) : undefined}
        onPointerDown={() => void (isWalking.current = false)}
        onKeyDown={keysOfList}
        onChange={(event) => {
          if (!isWalking.current) setSearch('');
          onChoose(event.target.value);
        }}
      >
        {children}
        {chosen && optionOf(chosen)}
        {groups.length === 1
          ? found.map(optionOf)
          : groups.map(([provider, served]) => (
              <optgroup key={provider} label={provider}>
                {served.map(optionOf)}
              </optgroup>
            ))}
      </select>
      {isSearching && found.length === 0 && (
        <p className={styles.hint} role="status">
          No matching models. Try another name or provider.
        </p>
      )}
    </div>
  );
}
