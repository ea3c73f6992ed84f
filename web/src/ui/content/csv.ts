export type Cell = string | number | boolean | null | undefined;

/** Spreadsheets run a cell that begins with one of these characters as a formula (owasp.org/www-community/attacks/CSV_Injection). */
const formula = /^[=+\-@\t\r\n]/;

function cellOf(value: Cell): string {
  const text = String(value ?? '');
  // A number is no formula, also when it is negative.
  const isFormula = typeof value === 'string' && formula.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

const lineOf = (cells: readonly string[]) => `${cells.join()}\r\n`;

/** Formats rows as CSV of RFC 4180, under the names of the columns. */
export const formatCsv = (columns: readonly string[], rows: readonly (readonly Cell[])[]) =>
  [lineOf(columns), ...rows.map((row) => lineOf(row.map(cellOf)))].join('');
