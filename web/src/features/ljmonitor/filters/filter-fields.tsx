import { useEffect, useRef } from 'react';
import { newsKinds } from 'shared-types/rules/house-news';
import { directions, floorLevels } from 'shared-types/rules/monitor/house-facts';
import { rangeNames } from 'shared-types/rules/monitor/house-filters';
import { ExportButtons } from '../export/export-buttons.tsx';
import { nameChange, namePeriod } from '../news-names.ts';
import styles from './filter-fields.module.css';
import type { View, ViewChange } from './view.ts';

const rangeRows = [
  ['Price', 'Price', '万'],
  ['Unit price', 'UnitPrice', '元/㎡'],
  ['Area', 'Area', '㎡'],
  ['Rooms', 'Rooms', ''],
  ['Year', 'Year', ''],
  ['Days on offer', 'Days', ''],
] as const;

const choices = [
  ['facing', 'Facing', directions],
  ['floor', 'Floor', floorLevels],
] as const;

/** A change of any time at all is rarely meant, so the choice of a kind chooses this time, too. */
const usualDays = 7;
const periods = [1, usualDays, 30];

const switches = [
  ['unread', 'Unread only'],
  ['onOffer', 'For sale only'],
  ['starred', 'Starred only'],
  ['hidden', 'Hidden only'],
] as const;

interface FilterFieldsProps {
  view: View;
  set: (change: ViewChange) => void;
}

/** The filters that are folded away, and the export of the houses that match them. */
export default function FilterFields({ view, set }: FilterFieldsProps) {
  const { ranges } = view;
  const days = ranges.changedWithinDays;
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
      className={styles.filters}
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {rangeRows.map(([label, name, unit]) => (
        <span key={name}>
          {label} {rangeInput(`min${name}`, `Minimum ${label.toLowerCase()}`)} –{' '}
          {rangeInput(`max${name}`, `Maximum ${label.toLowerCase()}`, ranges[`min${name}`])} {unit}
        </span>
      ))}
      {choices.map(([name, label, options]) => (
        <label key={name}>
          {label}{' '}
          <select value={view[name] ?? ''} onChange={({ target }) => set({ [name]: target.value })}>
            <option value="">Any</option>
            {options.map((option) => (
              <option key={option} lang="zh-Hans">
                {option}
              </option>
            ))}
          </select>
        </label>
      ))}
      <span>
        Change
        <select
          aria-label="Change"
          value={view.change ?? ''}
          onChange={({ target }) =>
            set({
              change: target.value,
              ...(view.change === undefined && days === undefined && { changedWithinDays: String(usualDays) }),
            })
          }
        >
          <option value="">Any</option>
          {newsKinds.map((kind) => (
            <option key={kind} value={kind}>
              {nameChange(kind)}
            </option>
          ))}
        </select>
        <select
          aria-label="Time of change"
          value={days ?? ''}
          onChange={({ target }) => set({ changedWithinDays: target.value })}
        >
          {[undefined, ...new Set([...periods, days ?? usualDays])].map((each) => (
            <option key={each ?? ''} value={each ?? ''}>
              {namePeriod(each)}
            </option>
          ))}
        </select>
      </span>
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
      <ExportButtons view={view} />
      {/* Enter submits a form of several fields only if it has a submit button. */}
      <input type="submit" hidden />
    </form>
  );
}

const rangeFields = (form: HTMLFormElement | null) =>
  form ? [...form.querySelectorAll<HTMLInputElement>('[type=number]')] : [];
