import { type Cell, formatCsv } from '../../../ui/content/csv.ts';

export const isoTime = (time: number | null) => (time === null ? '' : new Date(time).toISOString());

/** Excel reads a file as UTF-8 only if it begins with this mark. */
const byteOrderMark = '\ufeff';

export type Columns<Row> = Record<string, (row: Row) => Cell>;

/** Formats rows as CSV, with prices in 万元 and 元/㎡ and UTC times in ISO 8601. */
export const formatExport = <Row>(columns: Columns<Row>, rows: readonly Row[]) =>
  byteOrderMark +
  formatCsv(
    Object.keys(columns),
    rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row))),
  );
