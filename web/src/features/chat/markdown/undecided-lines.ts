/** A line of marks only, which may become a list, a heading, a rule, a fence or the underline of a heading. */
const marks = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*)*(?:\d{0,9}|[-+*=_#`~|:$ \t]*|`{3,}[ \t]*m(?:a(?:th?)?)?)$/;
/** A line that begins with a tag, a label in brackets or a command of a formula, and ends within it. */
const openLine = /^[ \t>]*(?:<[^<>]{0,200}>?|\[[^\]]{0,100}\]?:?|\\[a-z]*(?:\{[A-Za-z*]*)?)$/;
const tableLine = /^[ \t>]*\|/;
const delimiters = /^[ \t>]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;
const fence = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;

/**
 * Leaves out the last lines of a growing text while it is open what they are: a dash may become a list, or make a heading of
 * the line above, and the first line of a table is one only by the second.
 */
export function withoutUndecidedLines(text: string): string {
  const lines = text.split('\n');
  const last = lines.at(-1) ?? '';
  if (isInFence(lines)) return /^[ \t>]*[`~]+$/.test(last) ? endingAt(lines, lines.length - 1) : text;
  const table = lines.length - 1 - lines.findLastIndex((line) => !tableLine.test(line));
  if (table > 2) return text;
  const isNoTable = table === 1 || (table === 2 && !isHeadOf(lines.at(-2) ?? '', last));
  if (table > 0) return isNoTable ? endingAt(lines, lines.length - table) : text;
  // A header whose line is whole waits for the line below it.
  if (last === '' && tableLine.test(lines.at(-2) ?? '') && !tableLine.test(lines.at(-3) ?? ''))
    return endingAt(lines, lines.length - 2);
  return marks.test(last) || openLine.test(last) ? endingAt(lines, lines.length - 1) : text;
}

const cellsOf = (line: string) => line.replaceAll(/\\\|/g, '').split('|').length;

/** Whether the first line of a table has all its delimiters in the second. */
const isHeadOf = (head: string, line: string) => delimiters.test(line) && cellsOf(line) >= cellsOf(head.trimEnd());

const endingAt = (lines: string[], count: number) => lines.slice(0, count).join('\n') + (count > 0 ? '\n' : '');

/** Whether the last line is in an open fence. */
function isInFence(lines: string[]): boolean {
  let open = '';
  for (const line of lines.slice(0, -1)) {
    const [, found = ''] = fence.exec(line) ?? [];
    if (open === '') open = found;
    else if (found.startsWith(open) && line.trim() === found) open = '';
  }
  return open !== '';
}
