import type { Resblock } from 'shared-types/contract/ljmonitor';
import type { HandedInPage, PagesToHandIn } from 'shared-types/contract/monitor/pages';
import type { HandedInSoldPage } from 'shared-types/contract/monitor/sold';

/** The result of handing in one page, of a list or of sold houses. */
export type HandedIn = HandedInPage | HandedInSoldPage;

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Writes ascending numbers as in 'page 3', 'pages 3 and 5' or 'pages 2 to 5 and 7'. */
export function listPages(numbers: readonly number[]): string {
  const parts = runsOf(numbers).flatMap(([first, last]) =>
    last - first < 2 ? [...new Set([first, last])].map(String) : [`${first} to ${last}`],
  );
  const last = parts.at(-1);
  const before = parts.slice(0, -1);
  return `${numbers.length === 1 ? 'page' : 'pages'} ${before.length === 0 ? last : `${before.join(', ')} and ${last}`}`;
}

/** Returns the first and the last one of numbers that follow each other. */
function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && number === run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

/** Describes the result of handing in one page. */
export function describeHandedIn(handed: HandedIn): string {
  const { outcome, reason, name, page, pages } = handed;
  const place = `${name || 'Page'}${page === null ? '' : `, page ${page}${pages === null ? '' : ` of ${pages}`}`}`;
  if (outcome === 'refused') return page === null ? (reason ?? '') : `${place}: ${reason}`;
  return 'sales' in handed ? describeSoldPage(place, handed) : describeListPage(place, handed);
}

function describeSoldPage(place: string, { sales, withoutPrice, backTo, isWhole }: HandedInSoldPage): string {
  const hidden = withoutPrice === 0 ? '' : `, ${withoutPrice === sales ? 'none' : sales - withoutPrice} with a price`;
  const read = `${place}: ${counted(sales, 'sale')}${hidden}.`;
  if (isWhole) return `${read} All sold houses of this community are known now.`;
  return backTo === null
    ? `${read} Hand in the first page, too, and each page after it.`
    : `${read} All sales since ${backTo} are known now. The next page goes further back.`;
}

function describeListPage(place: string, { outcome, reason, name, pages, houses, missing }: HandedInPage): string {
  const read = `${place}: ${counted(houses, 'house')}.`;
  if (outcome === 'complete') return `${read} ${name} is complete.`;
  if (outcome === 'incomplete')
    return `${read} The list is not complete. ${reason} ${describeRepetition(missing, pages)}`;
  return `${read} Still missing: ${listPages(missing)}.`;
}

function describeRepetition(missing: readonly number[], pages: number | null): string {
  if (missing.length === 1) return `Reload ${listPages(missing)}, then hand it in again.`;
  if (missing.length === pages) return 'Reload each page, then hand it in again.';
  return `Reload ${listPages(missing)}, then hand each in again.`;
}

/** Returns true when the user has to do something about a page. */
export const isBadResult = ({ outcome }: HandedIn) => outcome === 'refused' || outcome === 'incomplete';

const secondsPerPage = 20;

/** Says how much there is to do: 'Open these 3 pages. It takes a minute.' */
export function describeTask(pages: number): string {
  const minutes = Math.ceil((pages * secondsPerPage) / 60);
  const time = minutes === 1 ? 'a minute' : `about ${minutes} minutes`;
  const task = pages === 1 ? 'Open this page and hand it in.' : `Open these ${pages} pages and hand in each.`;
  return `${task} It takes ${time}.`;
}

/** Returns the communities to read by hand: the given one, or all that are not completely read, or all. */
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
export const handInAgain = 'Hand in again';
export const readByHand = 'Check by hand';
export const aboutHandingIn =
  'The listing site shows its lists to people who are signed in there. Open the pages in your browser and hand them in: the monitor keeps their houses and nothing else.';
export const couldNotLoadPages = 'Could not load the pages.';
export const aboutBookmarklet = 'Drag this button to your bookmarks bar once, then click it on each page:';
export const webExtensionDist = 'web/extension/dist';
export const soldHouses = 'Sold houses';
export const aboutSoldHouses =
  'Pages of sold houses (成交) tell which removed houses were sold, and for how much. Hand them in the same way, from the first one on.';
export const allHandedIn = 'All pages are handed in.';
export const pageNumber = (page: number) => `Page ${page}`;
export const handedIn = 'handed in';
