import type { ComponentProps } from 'react';
import styles from './data-table.module.css';

interface DataTableProps extends ComponentProps<'table'> {
  heads: readonly string[];
  /** Only screen readers get the head row. */
  isHeadHidden?: boolean;
}

/** A table of plain rows with a light head row. The caller passes the rows, and a class for its columns' widths. */
export const DataTable = ({ heads, isHeadHidden, className, children, ...table }: DataTableProps) => (
  <table {...table} className={`${styles.table} ${className ?? ''}`}>
    <thead className={isHeadHidden ? 'unseen' : undefined}>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
