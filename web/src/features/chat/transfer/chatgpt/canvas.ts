import { type Fields, fieldsOf, itemsOf, textOf } from '../fields.ts';

/** The assistant writes a text of the canvas as a call of this tool. */
export const isCanvas = ({ recipient }: Fields) => textOf(recipient).startsWith('canmore.');

/** Returns the text that a message puts on the canvas, or the parts of it that it changes. Empty for anything else. */
export function canvasText({ content, recipient }: Fields): string {
  const { text, parts } = fieldsOf(content);
  const {
    name,
    type,
    content: written,
    updates,
  } = parsed(textOf(text) || textOf(Array.isArray(parts) ? parts[0] : ''));
  if (recipient === 'canmore.create_textdoc') {
    const title = textOf(name) === '' ? '' : `**${textOf(name)}**\n\n`;
    return textOf(written) && title + asBlock(textOf(written), textOf(type));
  }
  if (recipient !== 'canmore.update_textdoc') return '';
  return itemsOf(updates)
    .map(({ replacement }) => textOf(replacement))
    .filter((each) => each.trim() !== '')
    .join('\n\n');
}

/** A code has a type such as `code/python`. Its fence is longer than those that it has itself. */
function asBlock(text: string, type: string): string {
  const [, language] = /^code\/([\w+#-]+)$/.exec(type) ?? [];
  if (language === undefined) return text;
  const fence = '`'.repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map(({ length }) => length + 1)));
  return `${fence}${language}\n${text}\n${fence}`;
}

function parsed(json: string): Fields {
  try {
    return fieldsOf(JSON.parse(json));
  } catch {
    return {};
  }
}
