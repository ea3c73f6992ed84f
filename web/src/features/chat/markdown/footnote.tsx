import { createContext, type MouseEvent, type ReactNode, use, useId, useMemo } from 'react';
import type { Block } from './blocks.ts';
import styles from './markdown.module.css';

const Known = createContext({ prefix: '', labels: '', isGrowing: false });

interface FootnotesProps {
  blocks: Block[];
  isGrowing: boolean;
  children: ReactNode;
}

/** Tells the marks in an answer which footnotes it has. */
export function Footnotes({ blocks, isGrowing, children }: FootnotesProps) {
  const prefix = useId();
  const labels = blocks.flatMap((block) => (block.type === 'footnote' ? [block.label] : [])).join(' ');
  const known = useMemo(() => ({ prefix, labels, isGrowing }), [prefix, labels, isGrowing]);
  return <Known value={known}>{children}</Known>;
}

const idOf = (prefix: string, label: string) => `${prefix}-${encodeURIComponent(label)}`;

export function Footnote({ label, children }: { label: string; children: ReactNode }) {
  const { prefix } = use(Known);
  return (
    <div id={idOf(prefix, label)} className={styles.footnote} dir="auto" tabIndex={-1}>
      <sup>{label}</sup> <div>{children}</div>
    </div>
  );
}

/** A mark without a footnote shows as it was written. While the answer grows, its footnote may still come. */
export function FootnoteReference({ label, raw }: { label: string; raw: string }) {
  const { prefix, labels, isGrowing } = use(Known);
  if (!labels.split(' ').includes(label)) return isGrowing ? <sup>{label}</sup> : raw;
  const id = idOf(prefix, label);
  const show = (event: MouseEvent) => {
    event.preventDefault();
    const footnote = document.getElementById(id);
    footnote?.scrollIntoView({ block: 'nearest' });
    footnote?.focus({ preventScroll: true });
  };
  return (
    <sup>
      <a href={`#${id}`} aria-label={`Footnote ${label}`} onClick={show}>
        {label}
      </a>
    </sup>
  );
}
