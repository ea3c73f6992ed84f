import type { PagesToHandIn } from 'shared-types/contract/monitor/pages';
import type { HandedIn } from '../../src/features/ljmonitor/hand-in/describe-handed-in.ts';

/** The reading of all tracked communities, page by page in one tab. */
export interface Walk {
  /** Null until the first page is opened. */
  tabId: number | null;
  /** The page that the tab was sent to, and the one before it. */
  url: string;
  previousUrl: string;
  /** The tab stays at its page until this time. */
  stayUntilMs: number;
  /** The addresses of the pages that this walk has handed in. */
  handedIn: string[];
  /** The communities whose pages are all handed in. */
  finished: string[];
  /** The number of pages that are missing. */
  left: number;
  /** True while a page is handed in. When it is true at the start, the background script was ended meanwhile. */
  isSending: boolean;
  /** True when the listing site shows something else than the list, until it shows the list again. */
  isWaiting: boolean;
}

/** Everything that the extension remembers. The browser may end its background script at any time. */
export interface State {
  /** The origin of the user's site; null until it is entered. */
  site: string | null;
  /** The tab whose page the user hands in; null when that is done. */
  tabToRead: number | null;
  /** The reading of all communities in one tab; null when none is in progress. */
  walk: Walk | null;
  /** Tells the user what happened last. */
  message: string;
}

export const newWalk: Walk = {
  tabId: null,
  url: '',
  previousUrl: '',
  stayUntilMs: 0,
  handedIn: [],
  finished: [],
  left: 0,
  isSending: false,
  isWaiting: false,
};

const minStayMs = 6000;
const maxStayMs = 10_000;

/** A person stays at a page for some seconds, and not always for the same time. */
export const stayMs = (random: number) => minStayMs + random * (maxStayMs - minStayMs);

/** Returns the addresses of the pages that the walk has to open, in their order. */
export const pagesLeft = ({ handedIn, finished }: Walk, communities: readonly PagesToHandIn[]): string[] =>
  communities
    .filter(({ resblockId }) => !finished.includes(resblockId))
    .flatMap(({ pages }) => pages)
    .filter(({ url, isHandedIn }) => !isHandedIn && !handedIn.includes(url))
    .map(({ url }) => url);

/** Notes a page that was handed in. A community is read once, also when its pages did not add up. */
export function afterPage(walk: Walk, { outcome, resblockId }: HandedIn): Walk {
  const isFinished = (outcome === 'complete' || outcome === 'incomplete') && resblockId !== null;
  return {
    ...walk,
    handedIn: [...walk.handedIn, walk.url],
    finished: isFinished ? [...walk.finished, resblockId] : walk.finished,
    isSending: false,
    isWaiting: false,
  };
}

function placeOf(url: string) {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/$/, '');
}

/** Returns true when two addresses are those of one page. Sites add a slash or a query that means nothing. */
export const isSamePage = (one: string | undefined, other: string): boolean =>
  one !== undefined && URL.canParse(one) && URL.canParse(other) && placeOf(one) === placeOf(other);
