/** Where a sign-in ends when nothing better is known. */
export const afterSignIn = '/auth';

const longest = 2048;

/**
 * Where a `redirectUrl` leads: a path of the site at `origin`, or '/auth' for anything that is not plainly one. The
 * browser and the server both ask here, so that no address gets past the one and not the other.
 */
export function safeRedirect(redirectUrl: string | null | undefined, origin: string): string {
  // Browsers drop or turn round such characters while reading an address, so what is checked is not what is opened.
  if (!redirectUrl || redirectUrl.length > longest || /[\s\\\p{C}]/u.test(redirectUrl)) return afterSignIn;
  if (!URL.canParse(redirectUrl, origin)) return afterSignIn;
  const { protocol, origin: its, username, password, pathname, search, hash } = new URL(redirectUrl, origin);
  const isOurs = /^https?:$/.test(protocol) && its === new URL(origin).origin && username === '' && password === '';
  return isOurs && isPage(pathname) ? pathname + search + hash : afterSignIn;
}

/** No call, however it is spelled; and no path that would be read as another host once it stands alone. */
function isPage(pathname: string): boolean {
  try {
    const plain = plainOf(pathname);
    if (plain.startsWith('//') || /[\\\p{C}]/u.test(plain)) return false;
    return !/^\/(\/|api(\/|$))/i.test(new URL(plain, 'http://_').pathname);
  } catch {
    return false;
  }
}

/** As it is read in the end: everything on the way to a page may decode it once more. */
function plainOf(pathname: string): string {
  const decoded = decodeURIComponent(pathname);
  return decoded === pathname ? pathname : plainOf(decoded);
}
