import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import styles from './markdown.module.css';
import type { FormulaSource, typeset as typesetter } from './typeset.ts';

let typeset: typeof typesetter | undefined;
let isRequested = false;
const listeners = new Set<() => void>();

/** The typesetter is loaded with the first formula. If it cannot be loaded, formulas stay readable as their source. */
async function load() {
  if (isRequested) return;
  isRequested = true;
  try {
    ({ typeset } = await import('./typeset.ts'));
    for (const listener of listeners) listener();
  } catch {
    isRequested = false;
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  void load();
  return () => void listeners.delete(listener);
}

const currentTypeset = () => typeset;
/** Without a browser, formulas show their source. */
const noTypeset = () => undefined;

interface FormulaProps {
  formula: FormulaSource;
  /** The punctuation that stays in the formula's line. */
  after: string;
  /** The source, shown until the formula is set and when it cannot be. */
  children: ReactNode;
}

/** A formula of an answer. */
export function Formula({ formula: { source, tex, isDisplay }, after, children }: FormulaProps) {
  const set = useSyncExternalStore(subscribe, currentTypeset, noTypeset);
  const formula = useMemo(() => (set ? set({ source, tex, isDisplay }) : undefined), [set, source, tex, isDisplay]);
  const shown = formula ?? children;
  if (after === '') return shown;
  return formula ? (
    <span className={styles.unbroken}>
      {shown}
      {after}
    </span>
  ) : (
    <>
      {shown}
      {after}
    </>
  );
}
