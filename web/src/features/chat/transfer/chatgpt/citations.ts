import { type Fields, fieldsOf, itemsOf, textOf } from '../fields.ts';

/** The signs that begin, end and part a mark of ChatGPT, such as `cite turn0search1`. No font has them. */
const [begin, end, separator] = ['\u{E200}', '\u{E201}', '\u{E202}'];
/** A mark whose end is missing comes from an answer that was stopped. */
const newMark = new RegExp(`[ \\t]*${begin}[^${begin}${end}\\n]*(?:${end}|$)`, 'gmu');
/** The signs in the order of their codes that highlight text stay behind without their mark. */
const strayMark = /[\u{E200}-\u{E206}]/gu;
/** The marks of 2023 and 2024, such as 【6†source】. */
const oldMark = /[ \t]*【\d+†[^】\n]*】/gu;
const isMark = (text: string) => text.startsWith(begin) || /^(?:【\d+†|citeturn\d)/u.test(text);

/**
 * Replaces the marks of citations in an answer by Markdown links to their sources. Marks of which the export names no source
 * go away. The fields are those that pionxzh/chatgpt-exporter (src/utils/citations.ts) and josephjohncox/chatgpt-json-to-md
 * read: `content_references` name the text of a mark, the older `citations` its place.
 */
export function replaceCitations(text: string, metadata: Fields): string {
  const characters = Array.from(text);
  const replacements = [
    ...itemsOf(metadata['content_references']).map((reference) => ({
      mark: textOf(reference['matched_text']),
      replacement: sourceOf(reference),
    })),
    ...itemsOf(metadata['citations']).map(({ start_ix: from, end_ix: to, metadata: source }) => ({
      // The places count code points, as Python does.
      mark: typeof from === 'number' && typeof to === 'number' ? characters.slice(from, to).join('') : '',
      replacement: linkTo(fieldsOf(source)),
    })),
  ]
    // A list of sources names a space as its mark, and an attribution names the sentence itself.
    .filter(({ mark, replacement }) => isMark(mark) && replacement !== '')
    // A mark can be the beginning of another.
    .toSorted((one, other) => other.mark.length - one.mark.length);
  for (const { mark, replacement } of replacements)
    // A mark follows its sentence without a space, and a link does not.
    text = text.replaceAll(mark, (_, at: number, before: string) =>
      replacement.startsWith('(') && /\S/.test(before.charAt(at - 1)) ? ` ${replacement}` : replacement,
    );
  return text.replaceAll(newMark, entityName).replaceAll(oldMark, '').replaceAll(strayMark, '');
}

/** Returns the links of a reference, else the text that ChatGPT shows for it. */
function sourceOf(reference: Fields): string {
  const links = itemsOf(reference['items'])
    .map(linkTo)
    .filter((link) => link !== '');
  if (links.length > 0) return links.join(' ');
  return textOf(reference['alt']).replaceAll(/\[([^\]]*)\]\(\)/g, '$1') || linkTo(reference);
}

/** Returns a link in parentheses, or the name of a source that has no address, as an uploaded file has none. */
function linkTo({ url, title, attribution, name }: Fields): string {
  const label = (textOf(attribution) || textOf(title) || textOf(name)).replaceAll(/\s+/g, ' ').trim();
  if (!/^https?:/i.test(textOf(url)) || !URL.canParse(textOf(url))) return label && `(${escaped(label)})`;
  const { hostname, href } = new URL(textOf(url));
  return `([${escaped(label || hostname)}](${href.replaceAll('(', '%28').replaceAll(')', '%29')}))`;
}

const escaped = (label: string) => label.replaceAll(/[\\[\]*_`<>]/g, '\\$&');

/** The mark of an entity stands for a word of its sentence, as in `entity ["company","Motorola","a maker of phones"]`. */
function entityName(mark: string): string {
  const [before, list] = mark.replace(end, '').split(`${begin}entity${separator}`);
  const name = list?.match(/^\[\s*"(?:[^"\\]|\\.)*"\s*,\s*("(?:[^"\\]|\\.)*")/)?.[1];
  if (name === undefined) return '';
  try {
    return `${before}${textOf(JSON.parse(name))}`;
  } catch {
    return '';
  }
}
