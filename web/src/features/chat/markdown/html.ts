/** The elements within text that models use because Markdown has no marks for them. All other HTML shows as text. */
const names = ['sub', 'sup', 'kbd', 'u', 'mark'] as const;
export type InlineElement = (typeof names)[number];

const isName = (name: string): name is InlineElement => names.some((each) => each === name);

export interface Tag {
  name: InlineElement | 'br';
  isClosing: boolean;
}

/** Returns the tag at the beginning of a text, if the element is known. */
export function tagOf(text: string): Tag | undefined {
  const [, slash, name = ''] = /^<(\/?)([a-z]+)(?:\s[^<>]*)?\/?>\s*$/i.exec(text) ?? [];
  const known = name.toLowerCase();
  return known === 'br' || isName(known) ? { name: known, isClosing: slash === '/' } : undefined;
}

const inlineElement = new RegExp(`^ {0,3}</?(?:${names.join('|')}|br)(?:\\s[^<>]*)?/?>`, 'i');

export const isInlineElement = (src: string) => inlineElement.test(src);

/** Removes whole comments. */
export const withoutComments = (html: string) => html.replaceAll(/<!--[^]*?-->/g, '');
