import type { Token, Tokens } from 'marked';
import { createBlockReader, knownTokens } from './blocks.ts';
import { decodeEntities } from './entities.ts';
import { tagOf, withoutComments } from './html.ts';

/** Returns the words of an answer without the marks of Markdown, as a screen reader should say them. */
export const wordsOf = (markdown: string): string => lines(createBlockReader()(markdown));

const lines = (tokens: Token[]) => partsOf(tokens).filter(Boolean).join('\n');

const partsOf = (tokens: Token[]) => knownTokens(tokens).map(partOf);

function partOf(token: ReturnType<typeof knownTokens>[number]): string {
  switch (token.type) {
    case 'list':
      return lines(token.items);
    case 'list_item':
      return token.task ? `${token.checked ? 'Done' : 'To do'}: ${lines(token.tokens)}` : lines(token.tokens);
    case 'blockquote':
      return lines(token.tokens);
    case 'table':
      return [token.header, ...token.rows].map(rowOf).join('\n');
    case 'image':
      return decodeEntities(token.text) || 'Image';
    case 'code':
    case 'codespan':
    case 'escape':
      return token.text;
    case 'formula':
      return token.tex ?? '';
    case 'details':
      return lines([...token.summary, ...token.tokens]);
    case 'footnote':
      return `${token.label}: ${lines(token.tokens)}`;
    case 'html':
      return wordsOfHtml(token.text);
    case 'br':
      return '\n';
    case 'del':
    case 'em':
    case 'heading':
    case 'link':
    case 'paragraph':
    case 'strong':
    case 'text':
      return token.tokens ? partsOf(token.tokens).join('') : decodeEntities(token.text);
    case 'footnoteReference':
    case 'checkbox':
    case 'hr':
    case 'space':
    case 'def':
      break;
  }
  return '';
}

const wordsOfHtml = (html: string) => {
  const tag = tagOf(html);
  if (tag === undefined) return withoutComments(html);
  return tag.name === 'br' ? '\n' : '';
};

const rowOf = (cells: Tokens.TableCell[]) => cells.map(({ tokens }) => partsOf(tokens).join('')).join(', ');
