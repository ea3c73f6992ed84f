import type { ReactNode } from 'react';
import type { StackRight } from 'shared-types/rules/stack/rights';
import styles from './rights.module.css';

const rightTexts: Record<StackRight, string> = { start: 'Start', stop: 'Stop', command: 'Console' };

/** Returns the rights with one more, or with one less. */
export const toggled = <Right extends StackRight>(rights: readonly Right[], right: Right): Right[] =>
  rights.includes(right) ? rights.filter((each) => each !== right) : [...rights, right];

interface RightRowProps<Right extends StackRight> {
  name: string;
  options: readonly Right[];
  rights: readonly Right[];
  onToggle: (right: Right) => void;
  children?: ReactNode;
}

/** The rights of one person, or of everyone. */
export const RightRow = <Right extends StackRight>({
  name,
  options,
  rights,
  onToggle,
  children,
}: RightRowProps<Right>) => (
  <div className={styles.row} role="group" aria-label={name}>
    <span className={styles.name}>{name}</span>
    {options.map((right) => (
      <label key={right}>
        <input
          type="checkbox"
          aria-label={`${rightTexts[right]}: ${name}`}
          checked={rights.includes(right)}
          onChange={() => onToggle(right)}
        />{' '}
        {rightTexts[right]}
      </label>
    ))}
    {children}
  </div>
);
