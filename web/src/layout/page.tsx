import type { ReactNode } from 'react';
import { useTitle } from '../lib/use-title.ts';
import styles from './page.module.css';

interface PageProps {
  /** What the tab says; nothing on the home page. */
  title?: string;
  wide?: boolean;
  children: ReactNode;
}

/** The one column that every screen is set in. */
export function Page({ title, wide, children }: PageProps) {
  useTitle(title);
  return <div className={wide ? `${styles.page} ${styles.wide}` : styles.page}>{children}</div>;
}

interface MessagePageProps {
  title: string;
  children: ReactNode;
}

/** A page that has only a few sentences to say. */
export function MessagePage({ title, children }: MessagePageProps) {
  return (
    <Page title={title}>
      <div className={styles.quiet}>
        <h1>{title}</h1>
        {children}
      </div>
    </Page>
  );
}
