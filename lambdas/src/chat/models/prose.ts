/** A place in a Markdown text that is read from its beginning. */
export interface Place {
  /** The marks that have opened the block of code around the place; empty outside of one. */
  fence: string;
  /** The line up to the place. */
  line: string;
}

export const startOfText: Place = { fence: '', line: '' };

const fenceLine = /^[\s>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/;

function fenceAfter(fence: string, line: string): string {
  const [, marks = '', rest = ''] = fenceLine.exec(line) ?? [];
  if (marks === '') return fence;
  if (fence === '') return marks.startsWith('`') && rest.includes('`') ? '' : marks;
  return marks.startsWith(fence) && rest.trim() === '' ? '' : fence;
}

/** Returns the place behind a text that follows another place. */
export function placeAfter({ fence, line }: Place, text: string): Place {
  if (!text.includes('\n')) return { fence, line: line + text };
  const lines = (line + text).split('\n');
  const last = lines.pop() ?? '';
  return { fence: lines.reduce(fenceAfter, fence), line: last };
}

/** The place is in no block of code, and in no code between backticks of its line. */
export function inProse({ fence, line }: Place): boolean {
  if (fenceAfter(fence, line) !== '') return false;
  let opened = 0;
  for (const [{ length }] of line.matchAll(/`+/g)) opened = opened === 0 ? length : length === opened ? 0 : opened;
  return opened === 0;
}
