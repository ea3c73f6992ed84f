import type { ReactNode } from 'react';
import { useRootMark } from '../ui/use-root-mark.ts';
import { useTitle } from './title/use-title.ts';
import styles from './full-page.module.css';

interface FullPageProps {
  title: string;
  children: ReactNode;
}

/** A screen that is as high as the window. Its content scrolls inside it, and the footer takes one line. */
export function FullPage({ title, children }: FullPageProps) {
  useTitle(title);
  useRootMark('full');
  return <div className={styles.full}>{children}</div>;
}
