import type { ReactNode } from 'react';
import { useTitle } from './title/use-title.ts';
import styles from './page.module.css';

interface PageProps {
  /** The title of the browser tab. The home page has none. */
  title?: string;
  /** Without one, it is as wide as a text. `window`: a wide window is filled. */
  width?: 'wide' | 'window';
  children: ReactNode;
}

/** The column that holds a screen's content. */
export function Page({ title, width, children }: PageProps) {
  useTitle(title);
  return <div className={width ? `${styles.page} ${styles[width]}` : styles.page}>{children}</div>;
}

interface MessagePageProps {
  title: string;
  children: ReactNode;
}

/** A page that consists of a title and a few sentences. */
export function MessagePage({ title, children }: MessagePageProps) {
  return (
    <Page title={title}>
      <div className={styles.message}>
        <h1>{title}</h1>
        {children}
      </div>
    </Page>
  );
}
