/**
 * Match patterns. Chrome: https://developer.chrome.com/docs/extensions/develop/concepts/match-patterns; Firefox takes no port:
 * https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/Match_patterns
 */
interface MatchPattern {
  scheme: string;
  host: string;
  path: RegExp;
}

function parsePattern(pattern: string): MatchPattern {
  const [, scheme, host, path] = /^(\*|https?):\/\/(\*|(?:\*\.)?[^/*:]+)(\/.*)$/.exec(pattern) ?? [];
  if (scheme === undefined || host === undefined || path === undefined)
    throw new TypeError(`'${pattern}' is no match pattern in every browser`);
  const parts = path.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return { scheme, host, path: new RegExp(`^${parts.join('.*')}$`) };
}

const includesScheme = (outer: string, inner: string) => outer === '*' || outer === inner;
const includesHost = (outer: string, inner: string) =>
  outer === '*' ||
  outer === inner ||
  (outer.startsWith('*.') && (inner === outer.slice(2) || inner.endsWith(outer.slice(1))));

/** A pattern without a port matches every port. */
export function matches(pattern: string, url: string): boolean {
  const { scheme, host, path } = parsePattern(pattern);
  const { protocol, hostname, pathname, search } = new URL(url);
  return includesScheme(scheme, protocol.slice(0, -1)) && includesHost(host, hostname) && path.test(pathname + search);
}

/** Returns true if the permission for `outer` includes the one for `inner`. Permissions do not look at paths. */
export function includesOrigins(outer: string, inner: string): boolean {
  const [one, other] = [parsePattern(outer), parsePattern(inner)];
  return includesScheme(one.scheme, other.scheme) && includesHost(one.host, other.host);
}
