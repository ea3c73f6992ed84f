import { decodeEntities } from './entities.ts';

const schemes = new Set(['http:', 'https:', 'mailto:']);

/**
 * Where a link of an answer may lead: away, to an address that is written out. Nothing that runs, nothing of this site:
 * an answer could hide 'sign out' behind any word.
 */
export function safeUrl(written: string): string | undefined {
  if (!URL.canParse(decodeEntities(written))) return undefined;
  const { protocol, href } = new URL(decodeEntities(written));
  return schemes.has(protocol) ? href : undefined;
}
