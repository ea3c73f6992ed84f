export type Cell = string | number | boolean | null | undefined;

/**
 * Spreadsheets run a cell that begins with one of these characters as a formula, and an apostrophe before it makes it a text
 * (owasp.org/www-community/attacks/CSV_Injection). A text that begins with apostrophes of its own gets one more, too, so that
 * an import gives it back as it was.
 */
const formula = /^'*[=+\-@\t\r\n]/;

/** Returns a cell as it was before `formatCsv` marked it as a text. */
export const withoutMark = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);

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
