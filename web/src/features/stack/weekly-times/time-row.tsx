import type { WeeklyTimes } from 'shared-types/contract/stack/weekly-times';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/field/field.tsx';
import styles from './weekly-times.module.css';

type Time = WeeklyTimes['times'][number];

interface TimeRowProps {
  /** Counts from 1. */
  number: number;
  time: Time;
  isDisabled: boolean;
  onChange: (time: Time) => void;
  onRemove: () => void;
}

const quarters = Array.from(
  { length: 96 },
  (_, index) => `${String(Math.floor(index / 4)).padStart(2, '0')}:${String((index % 4) * 15).padStart(2, '0')}`,
);

/** By the number of the day, of which 0 is Sunday. */
const dayTexts = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** The week begins on Monday. */
const weekdays = [1, 2, 3, 4, 5, 6, 0];

/** The days, the beginning and the end of one weekly time. */
export function TimeRow({ number, time, isDisabled, onChange, onRemove }: TimeRowProps) {
  const toggle = (day: number) =>
    time.days.includes(day)
      ? time.days.filter((each) => each !== day)
      : [...time.days, day].toSorted((one, other) => one - other);
  return (
    <fieldset className={styles.time} disabled={isDisabled}>
      <legend className="unseen">Time {number}</legend>
      <div className={styles.days} role="group" aria-label="Days">
        {weekdays.map((day) => (
          <label key={day}>
            <input
              type="checkbox"
              checked={time.days.includes(day)}
              onChange={() => onChange({ ...time, days: toggle(day) })}
            />{' '}
            {dayTexts[day]}
          </label>
        ))}
      </div>
      <Quarter label="From" value={time.from} options={quarters} onChange={(from) => onChange({ ...time, from })} />
      <Quarter
        label="Until"
        value={time.until}
        options={[...quarters, '24:00']}
        onChange={(until) => onChange({ ...time, until })}
      />
      {!isDisabled && (
        <LinkButton aria-label={`Remove time ${number}`} onClick={onRemove}>
          Remove
        </LinkButton>
      )}
    </fieldset>
  );
}

interface QuarterProps {
  label: string;
  value: string;
  options: readonly string[];
  onChange: (value: string) => void;
}

const Quarter = ({ label, value, options, onChange }: QuarterProps) => (
  <Field label={label}>
    {(control) => (
      <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )}
  </Field>
);
