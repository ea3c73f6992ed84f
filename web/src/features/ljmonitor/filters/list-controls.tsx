import { useEffect, useRef, useState } from 'react';
import type { HouseOrder } from 'shared-types/rules/house';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import styles from './list-controls.module.css';
import { countFilters, rangeNames, clearedFilters, type ViewChange, type View } from './view.ts';

const orders: [HouseOrder | '', string][] = [
  ['', 'latest change'],
  ['-createTime', 'newest'],
  ['-drop', 'biggest drop'],
  ['price', 'lowest price'],
  ['-price', 'highest price'],
  ['unitPrice', 'lowest unit price'],
  ['-unitPrice', 'highest unit price'],
];

const ranges = [
  ['price', 'Price', '万'],
  ['unit price', 'UnitPrice', '元/㎡'],
  ['area', 'Area', '㎡'],
] as const;

const switches = [
  ['unread', 'unread only'],
  ['onOffer', 'on offer only'],
  ['starred', 'starred only'],
  ['hidden', 'hidden ones'],
] as const;

interface ListControlsProps {
  view: View;
  set: (settings: ViewChange) => void;
}

/** In which order the houses stand, and which of them. Everything here is in the address too. */
export function ListControls({ view, set }: ListControlsProps) {
  const { ranges: limits, order } = view;
  const count = countFilters(view);
  const [isOpen] = useState(count > 0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    for (const field of limitFields(form.current)) {
      const name = rangeNames.find((each) => each === field.name);
      if (name && field !== document.activeElement) field.value = String(limits[name] ?? '');
    }
  }, [limits]);
  const apply = () => {
    // What cannot be a limit stays in its field, which looks wrong and says why.
    if (form.current?.checkValidity())
      set(
        Object.fromEntries(
          limitFields(form.current).map(({ name, valueAsNumber }) => [
            name,
            valueAsNumber >= 0 ? String(valueAsNumber) : '',
          ]),
        ),
      );
  };
  const limit = (name: keyof typeof limits, label: string, least = 0) => (
    <input
      type="number"
      name={name}
      aria-label={label}
      min={least}
      max={999_999_999}
      step="any"
      inputMode="decimal"
      autoComplete="off"
      defaultValue={limits[name]}
      onBlur={apply}
    />
  );
  return (
    <form
      ref={form}
      className={styles.controls}
      aria-label="Order and filter"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <label>
        Sort by{' '}
        <select value={order ?? ''} onChange={(event) => set({ order: event.target.value })}>
          {orders.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <details open={isOpen}>
        <summary>{count === 0 ? 'filter' : `filter · ${count} on`}</summary>
        <div className={styles.filters}>
          {ranges.map(([label, name, unit]) => (
            <span key={name}>
              {label} {limit(`min${name}`, `lowest ${label}`)} –{' '}
              {limit(`max${name}`, `highest ${label}`, limits[`min${name}`])} {unit}
            </span>
          ))}
          <span>rooms {limit('minRooms', 'fewest rooms')} or more</span>
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
          {count > 0 && <LinkButton onClick={() => set(clearedFilters)}>clear</LinkButton>}
          {/* Without a button of its own, a form of several fields would not be sent by Enter. */}
          <input type="submit" hidden />
        </div>
      </details>
    </form>
  );
}

const limitFields = (form: HTMLFormElement | null) =>
  form ? [...form.querySelectorAll<HTMLInputElement>('[type=number]')] : [];
