/** The subdomains of the listing site that belong to a city, or to its captcha and sign-in. */
const publicHost = /^[a-z\d-]{1,20}\.(lianjia|ke)\.com$/;

/**
 * True for the origins whose pages a user may hand in: every city of Lianjia and of its sister site Beike, and the origin
 * that the deployment reads.
 */
export function isListingOrigin(origin: string, configured: string): boolean {
  if (origin === configured) return true;
  return URL.canParse(origin) && new URL(origin).protocol === 'https:' && publicHost.test(new URL(origin).host);
}
