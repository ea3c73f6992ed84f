import styles from './folded-table.module.css';

interface FoldedTableProps<Row> {
  summary: string;
  /** The head of each column, and the text of a row's cell. */
  columns: readonly (readonly [string, (row: Row) => string | number])[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  className?: string | undefined;
}

/** A table under a sentence that opens it. */
export const FoldedTable = <Row,>({ summary, columns, rows, keyOf, className = '' }: FoldedTableProps<Row>) => (
  <details className={`${styles.table} ${className}`}>
    <summary>{summary}</summary>
    <table>
      <thead>
        <tr>
          {columns.map(([name]) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(([name, cell]) => (
              <td key={name}>{cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);
