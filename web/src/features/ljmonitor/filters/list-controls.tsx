import { lazy, useEffect, useRef, useState } from 'react';
import type { HouseOrder } from 'shared-types/rules/house';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { HouseSearch } from './house-search.tsx';
import styles from './list-controls.module.css';
import { countFilters, rangeNames, clearedFilters, type ViewChange, type View } from './view.ts';

const ExportButtons = lazy(() => import('../export/export-buttons.tsx'));

const orders: [HouseOrder | '', string][] = [
  ['', 'Latest change'],
  ['-createTime', 'Newest'],
  ['-drop', 'Biggest drop'],
  ['price', 'Lowest price'],
  ['-price', 'Highest price'],
  ['unitPrice', 'Lowest unit price'],
  ['-unitPrice', 'Highest unit price'],
];

const rangeRows = [
  ['Price', 'Price', '万'],
  ['Unit price', 'UnitPrice', '元/㎡'],
  ['Area', 'Area', '㎡'],
] as const;

const switches = [
  ['unread', 'Unread only'],
  ['onOffer', 'For sale only'],
  ['starred', 'Starred only'],
  ['hidden', 'Hidden only'],
] as const;

interface ListControlsProps {
  view: View;
  set: (change: ViewChange) => void;
}

/** The order and the filters of the list. All of their values are in the URL, too. */
export function ListControls({ view, set }: ListControlsProps) {
  const { ranges, order } = view;
  // The search and the news stand outside the fold.
  const count = countFilters({ ...view, text: '', news: undefined });
  const [isOpen] = useState(count > 0);
  const [hasOpened, setHasOpened] = useState(isOpen);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    for (const field of rangeFields(form.current)) {
      const name = rangeNames.find((each) => each === field.name);
      if (name && field !== document.activeElement) field.value = String(ranges[name] ?? '');
    }
  }, [ranges]);
  const apply = () => {
    // An invalid number stays in its field, which shows the browser's message.
    if (form.current?.checkValidity())
      set(
        Object.fromEntries(
          rangeFields(form.current).map(({ name, valueAsNumber }) => [
            name,
            valueAsNumber >= 0 ? String(valueAsNumber) : '',
          ]),
        ),
      );
  };
  const rangeInput = (name: keyof typeof ranges, label: string, min = 0) => (
    <input
      type="number"
      name={name}
      aria-label={label}
      min={min}
      max={999_999_999}
      step="any"
      inputMode="decimal"
      autoComplete="off"
      defaultValue={ranges[name]}
      onBlur={apply}
    />
  );
  return (
    <form
      ref={form}
      className={styles.controls}
      aria-label="Sort and filter"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <label>
        Sort by{' '}
        <select data-key="/" value={order ?? ''} onChange={(event) => set({ order: event.target.value })}>
          {orders.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <HouseSearch text={view.text} onSearch={(text) => set({ text })} />
      <details open={isOpen} onToggle={({ currentTarget }) => currentTarget.open && setHasOpened(true)}>
        <summary>{count === 0 ? 'Filters' : `Filters · ${count}`}</summary>
        <div className={styles.filters}>
          {rangeRows.map(([label, name, unit]) => (
            <span key={name}>
              {label} {rangeInput(`min${name}`, `Minimum ${label.toLowerCase()}`)} –{' '}
              {rangeInput(`max${name}`, `Maximum ${label.toLowerCase()}`, ranges[`min${name}`])} {unit}
            </span>
          ))}
          <span>Rooms {rangeInput('minRooms', 'Minimum rooms')} or more</span>
          {switches.map(([name, text]) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={view[name]}
                onChange={(event) => set({ [name]: event.target.checked ? 'true' : '' })}
              />{' '}
              {text}
            </label>
          ))}
          {count > 0 && <LinkButton onClick={() => set(clearedFilters)}>Clear filters</LinkButton>}
          {hasOpened && (
            <LazyPart loading={null}>
              <ExportButtons view={view} />
            </LazyPart>
          )}
          {/* Enter submits a form of several fields only if it has a submit button. */}
          <input type="submit" hidden />
        </div>
      </details>
    </form>
  );
}

const rangeFields = (form: HTMLFormElement | null) =>
  form ? [...form.querySelectorAll<HTMLInputElement>('[type=number]')] : [];
