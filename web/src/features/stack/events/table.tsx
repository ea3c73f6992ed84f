import type { ReactNode } from 'react';
import styles from './table.module.css';

interface TableProps {
  labelledBy: string;
  layout: 'events' | 'logs';
  heads: string[];
  children: ReactNode;
}

/** Rows of four cells, the last of which may be long: on a narrow screen each row becomes a few lines. */
export const Table = ({ labelledBy, layout, heads, children }: TableProps) => (
  <table className={`${styles.table} ${styles[layout]}`} aria-labelledby={labelledBy}>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head}>{head}</th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
