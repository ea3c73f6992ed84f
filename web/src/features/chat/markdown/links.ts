import { decodeEntities } from './entities.ts';

const schemes = new Set(['http:', 'https:', 'mailto:']);

/**
 * The target of a link in an answer, or undefined if it is not safe. Only absolute URLs are safe: a relative link could hide
 * an action of this site, such as signing out, behind any text.
 */
export function safeUrl(link: string): string | undefined {
  if (!URL.canParse(decodeEntities(link))) return undefined;
  const { protocol, href } = new URL(decodeEntities(link));
  return schemes.has(protocol) ? href : undefined;
}
