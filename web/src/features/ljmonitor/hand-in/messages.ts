import type { Resblock } from 'shared-types/contract/ljmonitor';
import type { HandedInPage, PagesToHandIn } from 'shared-types/contract/monitor/pages';

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Writes numbers as in 'page 3', 'pages 3 and 5' or 'pages 3, 5 and 7'. */
export function listPages(numbers: readonly number[]): string {
  const last = numbers.at(-1);
  const before = numbers.slice(0, -1);
  return before.length === 0 ? `page ${last}` : `pages ${before.join(', ')} and ${last}`;
}

/** Describes the result of handing in one page. */
export function describeHandedIn({ outcome, reason, name, page, pages, houses, missing }: HandedInPage): string {
  const place = `${name || 'Page'}${page === null ? '' : `, page ${page}${pages === null ? '' : ` of ${pages}`}`}`;
  if (outcome === 'refused') return page === null ? (reason ?? '') : `${place}: ${reason}`;
  const read = `${place}: ${counted(houses, 'house')}.`;
  if (outcome === 'complete') return `${read} ${name} is complete.`;
  if (outcome === 'incomplete')
    return `${read} The list is not complete. ${reason} Reload each page, then hand it in again.`;
  return `${read} Still missing: ${listPages(missing)}.`;
}

/** True when the user has to do something about a page. */
export const isBadResult = ({ outcome }: HandedInPage) => outcome === 'refused' || outcome === 'incomplete';

const secondsPerPage = 20;

/** Says how much there is to do: 'Open these 3 pages. It takes a minute.' */
export function describeTask(pages: number): string {
  const minutes = Math.ceil((pages * secondsPerPage) / 60);
  const time = minutes === 1 ? 'a minute' : `about ${minutes} minutes`;
  const task = pages === 1 ? 'Open this page and hand it in.' : `Open these ${pages} pages and hand in each.`;
  return `${task} It takes ${time}.`;
}

/** The communities to read by hand: the given one, or all that are not completely read, or all. */
export function communitiesToRead(
  communities: readonly PagesToHandIn[],
  resblocks: readonly Resblock[],
  chosen: string | undefined,
): PagesToHandIn[] {
  const read = new Set(resblocks.filter(({ state }) => state === 'OK').map(({ resblockId }) => resblockId));
  if (chosen !== undefined) return communities.filter(({ resblockId }) => resblockId === chosen);
  const unread = communities.filter(({ resblockId }) => !read.has(resblockId));
  return unread.length > 0 ? unread : [...communities];
}

export const handInPage = 'Hand in page';
export const bookmarklet = 'bookmarklet';
export const dragBookmarklet = ' Drag it to the bookmarks bar. Click it there, on a page of the listing site.';
export const pastedSource = 'Pasted source';
export const dropSavedPages = 'Drop saved pages (.html, .mhtml) here.';
export const chooseFiles = 'Choose files';
export const savedPages = 'Saved pages';
export const sourceOfAPage = 'Source of a page';
export const orPasteItsSource = 'Or paste its source';
export const reading = 'Reading…';
export const readByHand = 'Read by hand';
export const aboutHandingIn =
  'The listing site shows its lists to people who are signed in there. Open the pages in your browser and hand them in: the monitor keeps their houses and nothing else.';
export const couldNotLoadPages = 'Could not load the pages.';
export const aboutBookmarklet = 'Drag this button to your bookmarks bar once, then click it on each page:';
export const webExtensionDist = 'web/extension/dist';
export const allHandedIn = 'All pages are handed in.';
export const pageNumber = (page: number) => `Page ${page}`;
export const handedIn = 'handed in';
