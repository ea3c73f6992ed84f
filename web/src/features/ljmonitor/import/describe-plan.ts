import type { ImportPlan } from './plan-import.ts';

const listOf = new Intl.ListFormat('en');

const counted = (verb: string, count: number, one: string, several = `${one}s`) =>
  count === 0 ? [] : [`${verb} ${count.toLocaleString('en-US')} ${count === 1 ? one : several}`];

/** Says what an import will do, and what of its file it leaves out. */
export function describePlan({ houses, communities, unknownHouses, unreadableRows }: ImportPlan): string {
  const noted = houses.filter(({ note }) => note !== undefined);
  const isReplaced = ({ house }: (typeof houses)[number]) => (house.note ?? '') !== '';
  const acts = [
    ...counted('add', houses.filter(({ starred }) => starred === true).length, 'star'),
    ...counted('remove', houses.filter(({ starred }) => starred === false).length, 'star'),
    ...counted('add', noted.filter((each) => !isReplaced(each)).length, 'note'),
    ...counted('replace', noted.filter(isReplaced).length, 'note'),
    ...counted('track', communities.length, 'community', 'communities'),
  ];
  const leftOut = [
    ...counted(
      '',
      unknownHouses,
      'house of communities that you do not track',
      'houses of communities that you do not track',
    ),
    ...counted(
      '',
      unreadableRows,
      'row without an ID or with a note that is too long',
      'rows without an ID or with a note that is too long',
    ),
  ];
  return [
    acts.length > 0
      ? `This will ${listOf.format(acts)}.`
      : leftOut.length > 0
        ? 'Nothing in this file changes anything here.'
        : 'Everything in this file is here already.',
    ...(leftOut.length > 0 ? [`Left out: ${listOf.format(leftOut.map((each) => each.trim()))}.`] : []),
  ].join(' ');
}
