/** The default target of a sign-in. */
export const defaultRedirect = '/auth';

const maxLength = 2048;

/**
 * Converts a `redirectUrl` into a path of the site at `origin`, or into '/auth' if it is not plainly one (this prevents
 * open redirects). The browser and the server share this rule, so that no address passes only one of them.
 */
export function safeRedirect(redirectUrl: string | null | undefined, origin: string): string {
  // Browsers drop or replace such characters when they parse an address, so the checked address would not be the opened one.
  if (!redirectUrl || redirectUrl.length > maxLength || /[\s\\\p{C}]/u.test(redirectUrl)) return defaultRedirect;
  if (!URL.canParse(redirectUrl, origin)) return defaultRedirect;
  const { protocol, origin: its, username, password, pathname, search, hash } = new URL(redirectUrl, origin);
  const isOurs = /^https?:$/.test(protocol) && its === new URL(origin).origin && username === '' && password === '';
  return isOurs && isPage(pathname) ? pathname + search + hash : defaultRedirect;
}

/** Excludes calls of the API in any spelling, and paths that a browser would read as another host. */
function isPage(pathname: string): boolean {
  try {
    const plain = decodeFully(pathname);
    if (plain.startsWith('//') || /[\\\p{C}]/u.test(plain)) return false;
    return !/^\/(\/|api(\/|$))/i.test(new URL(plain, 'http://_').pathname);
  } catch {
    return false;
  }
}

/** Decodes a path repeatedly, because every part on the way to a page may decode it once more. */
function decodeFully(pathname: string): string {
  const decoded = decodeURIComponent(pathname);
  return decoded === pathname ? pathname : decodeFully(decoded);
}
