import { decodeEntities } from './entities.ts';

const schemes = new Set(['http:', 'https:', 'mailto:']);

export interface SafeLink {
  url: string;
  /** The host, for a name with letters that look like others, as Cyrillic ones do. It is shown beside the link's text. */
  unusualHost: string | undefined;
}

/**
 * Returns the target of a link in an answer, or undefined if it is not safe. A link into this site could hide an
 * action, such as signing out, behind any text, and a user name before the host could pass for the host.
 */
export function safeLink(link: string, ownHost: string | undefined): SafeLink | undefined {
  if (!URL.canParse(decodeEntities(link))) return undefined;
  const { protocol, href, host, hostname, username, password } = new URL(decodeEntities(link));
  if (!schemes.has(protocol) || username !== '' || password !== '') return undefined;
  if (host !== '' && host === ownHost) return undefined;
  return { url: href, unusualHost: /(^|\.)xn--/.test(hostname) ? host : undefined };
}
