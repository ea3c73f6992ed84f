import type { HandedInPage } from 'shared-types/contract/monitor/pages';
import type { HandedInSoldPage } from 'shared-types/contract/monitor/sold';

/** The result of handing in one page, of a list or of sold houses. */
export type HandedIn = HandedInPage | HandedInSoldPage;

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Writes ascending numbers as in 'page 3', 'pages 3 and 5' or 'pages 2 to 5 and 7'. */
function listPages(numbers: readonly number[]): string {
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

function describeSoldPage(place: string, handed: HandedInSoldPage): string {
  const { sales, withoutPrice, backTo, isWhole, page } = handed;
  const hidden = withoutPrice === 0 ? '' : `, ${withoutPrice === sales ? 'none' : sales - withoutPrice} with a price`;
  const read = `${place}: ${counted(sales, 'sale')}${hidden}.`;
  if (isWhole) return `${read} All sold houses of this community are known now.`;
  if (backTo !== null) return `${read} All sales since ${backTo} are known now. The next page goes further back.`;
  // The first page is joined to no other one. It has an undated row, or declares fewer sales than it has shown before.
  return page === 1
    ? `${read} This page does not show whether there are other sales.`
    : `${read} Hand in the first page, too, and each page after it.`;
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
