import { resolved } from './entities.ts';

const schemes = new Set(['http:', 'https:', 'mailto:']);

/**
 * Where a link of an answer may lead: away, to an address that is written out. Nothing that runs, nothing of this site:
 * an answer could hide 'sign out' behind any word.
 */
export function safeAddress(written: string): string | undefined {
  if (!URL.canParse(resolved(written))) return undefined;
  const { protocol, href } = new URL(resolved(written));
  return schemes.has(protocol) ? href : undefined;
}
