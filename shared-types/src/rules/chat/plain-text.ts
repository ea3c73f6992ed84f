/** The marks at the start of a trimmed line, by CommonMark (spec.commonmark.org): quotes, a heading, a list item and its task. */
const lineStart = /^(?:> ?)*(?:#{1,6} +|(?:[-*+]|\d{1,9}[.)]) +(?:\[[ xX]\] +)?)?/;
const fence = /^(?:> ?)*(`{3,}|~{3,})/;
/** A thematic break, the line below a heading, the line between the head and the rows of a table, or the target of a link. */
const noWords = /^(?:> ?)*(?:(?:[-*_=] ?){3,}|\|?(?: ?:?-+:? ?\|)+(?: ?:?-+:? ?)?|\[[^\]]{1,200}\]: .*)$/;

const codeSpan = /(?<!`)(`{1,3})(?!`)(.{1,500}?)(?<!`)\1(?!`)/g;
const link =
  /!?\[([^[\]]{0,1000})\](?:\([^()\s]{0,2000}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?(?:\s{1,9}"[^"]{0,500}")?\)|\[[^[\]]{0,200}\])/g;
const strong = /(?:\*\*|~~|(?<!\w)__)(?=\S)|(?<=\S)(?:\*\*|~~|__(?!\w))/g;
const emphasis = /(?<![\w*\\])([*_])(?=[^\s*_])([^*_\n]{1,200})(?<=[^\s\\])\1(?![\w*])/g;
const escaped = /\\([!-/:-@[-`{-~])/g;

function withoutMarks(line: string): string {
  const words = line.replace(lineStart, '');
  const isRow = words.startsWith('|') && words.endsWith('|');
  const cells = isRow
    ? words
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
        .join(', ')
    : words;
  return cells
    .split(codeSpan)
    .map((part, index) => {
      // A match is three parts: the text before it, its marks, and the code.
      if (index % 3 === 1) return '';
      if (index % 3 === 2) return part;
      const text = part.replaceAll(link, '$1').replaceAll(/<br\s?\/?>/g, ' ');
      return text.replaceAll(strong, '').replaceAll(emphasis, '$2').replaceAll(escaped, '$1');
    })
    .join('');
}

/**
 * Returns the words of a text without the marks of Markdown, line by line, in linear time. Blocks of code stay as they are, or
 * are left out.
 */
export function plainText(markdown: string, { hasCode = true } = {}): string {
  let open: string | undefined;
  const lines: string[] = [];
  for (const whole of markdown.split('\n')) {
    const line = whole.trim();
    const [, mark = ''] = fence.exec(line) ?? [];
    const isFence = mark !== '' && (open === undefined || mark.startsWith(open));
    if (isFence) open = open === undefined ? mark : undefined;
    else if (open !== undefined) lines.push(...(hasCode ? [line] : []));
    else if (!noWords.test(line)) lines.push(withoutMarks(line));
  }
  return lines.join('\n');
}
