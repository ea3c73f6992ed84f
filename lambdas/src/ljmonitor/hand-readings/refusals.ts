import type { ListAddress, Refusal } from '../listing-site/site-adapter.ts';

/** Users see these texts as the result of handing in a page that the site shows in place of the list. */
export const refusalTexts: Record<Refusal, string> = {
  blocked: 'This page is a captcha. Solve it, then hand in the list.',
  login: 'This page asks for a sign-in. Sign in to the listing site, then hand in the list.',
  banned: 'On this page the listing site refuses access. Try again later.',
  throttled: 'On this page the listing site reports too many requests. Try again later.',
  redirected: 'The listing site redirects from this page. Open the community’s list again.',
};

export const notTracked = (name: string) => `${name || 'This community'} is not tracked. Add it first.`;

export const forTelephones =
  'This is the page for phones. Open the list on a computer, or ask the phone’s browser for the desktop site.';

export const hostOf = (url: string) => new URL(url).host;

/** Refuses a page of another site than the one that the community is read from. */
export function refusalOfSite(name: string, expectedUrl: string, origin: string): string | undefined {
  const expected = new URL(expectedUrl);
  if (origin === expected.origin) return undefined;
  return `${name || 'This community'} is checked at ${expected.host}, and this page is from ${hostOf(origin)}. To change that, add it again by its link there.`;
}

interface NamedPage {
  class: string;
  resblockId: string | undefined;
  page: number | undefined;
}

/** Refuses a page that does not belong to its address. */
export function refusalOfContradiction(page: NamedPage, address: ListAddress): string | undefined {
  if (page.resblockId !== undefined && page.resblockId !== address.resblockId)
    return 'The address and the page belong to different communities. Reload the page and hand it in again.';
  if (page.class === 'list' && (page.page ?? address.page) !== address.page)
    return `The address says page ${address.page}, but the page is page ${page.page}. Reload it and hand it in again.`;
  return undefined;
}
