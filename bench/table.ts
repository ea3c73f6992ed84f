import type { Row } from './row.ts';

/** Returns all rows as text, each column as wide as its longest cell. */
export function tableOf(rows: Row[]): string {
  const cells = rows.map(({ row, what, value, goal, met }) => [String(row), what, value, goal, met ? 'yes' : 'NO']);
  const lines = [['#', 'what', 'value', 'goal', 'met'], ...cells];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
