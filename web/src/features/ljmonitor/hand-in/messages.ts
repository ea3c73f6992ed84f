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
