import papaparse from 'papaparse';
import { withoutMark } from '../../../ui/content/csv.ts';
import { decodeText } from '../../../lib/decode-text.ts';
import { UnreadableCsv } from './unreadable-csv.ts';

/** A row by the names of its columns. A column that the file does not have is undefined. */
export type CsvRow = Partial<Record<string, string>>;

/** Reads a CSV as spreadsheets save it: with commas, semicolons or tabs, in UTF-8 or, in China, in GB 18030. */
export async function readCsv(file: Blob): Promise<CsvRow[]> {
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (text === undefined) throw new UnreadableCsv('This file is not a CSV.');
  const { data, errors } = papaparse.parse<CsvRow>(text.trim(), { header: true, skipEmptyLines: 'greedy' });
  // A single column has no separators. A row may have fewer cells than the first one.
  const isBroken = errors.some(({ type }) => type === 'Quotes');
  if (isBroken) throw new UnreadableCsv('A cell of this file does not end. Save it again as CSV.');
  return data.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name.trim(), textOf(cell)])));
}

/** Cells beyond the columns are no text. */
const textOf = (cell: unknown) => (typeof cell === 'string' ? withoutMark(cell).trim() : '');
