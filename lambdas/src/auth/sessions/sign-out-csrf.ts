/**
 * Whether a request to sign out is the person's own: a navigation of this site's own page. Another site could link
 * here, embed this as a picture, or have it fetched ahead. A browser that says nothing about it is believed.
 */
export function isSignOutAllowed(header: (name: string) => string | undefined): boolean {
  const purpose = header('sec-purpose') ?? header('purpose') ?? header('x-moz') ?? '';
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  return Object.entries(wanted).every(([name, value]) => (header(name) ?? value) === value);
}

const wanted = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
