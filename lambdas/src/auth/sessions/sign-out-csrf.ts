/**
 * Protects the sign-out against CSRF, because it is a GET: another site could link to it, embed it as an image or prefetch
 * it. Only a navigation from a page of this site may sign out. A browser that sends no such headers is trusted unless it names
 * a page of another site. Pages of this site send no `Referer`: see `Referrer-Policy` in infra.
 */
export function isSignOutAllowed(header: (name: string) => string | undefined): boolean {
  const purpose = header('sec-purpose') ?? header('purpose') ?? header('x-moz') ?? '';
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  if (header('sec-fetch-site') === undefined && isForeign(header('referer'), header('x-viewer-host'))) return false;
  return Object.entries(required).every(([name, value]) => (header(name) ?? value) === value);
}

const isForeign = (referer: string | undefined, host: string | undefined) =>
  referer !== undefined && !(URL.canParse(referer) && new URL(referer).host === host);

const required = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
