import type { Token, Tokens } from 'marked';
import { createBlockReader, knownTokens } from './blocks.ts';
import { decodeEntities } from './entities.ts';

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
    case 'html':
      return token.text;
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
    case 'checkbox':
    case 'hr':
    case 'space':
    case 'def':
      break;
  }
  return '';
}

const rowOf = (cells: Tokens.TableCell[]) => cells.map(({ tokens }) => partsOf(tokens).join('')).join(', ');
