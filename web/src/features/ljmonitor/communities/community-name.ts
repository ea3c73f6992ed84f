import type { Resblock } from 'shared-types/contract/ljmonitor';

export const communityName = ({ name, resblockId }: Resblock) => name || resblockId;

/** Returns '西城 / 德胜门', or the part of it that is known. */
export const communityPlace = ({ districtName, bizcircleName }: Resblock) =>
  [districtName, bizcircleName].filter(Boolean).join(' / ');

/** Returns the names that house rows show, by community id. It is empty if all houses belong to the same community. */
export function communityNamesToShow(resblocks: Resblock[], ticked: ReadonlySet<string>): ReadonlyMap<string, string> {
  const inView = resblocks.filter(({ resblockId }) => ticked.size === 0 || ticked.has(resblockId));
  return new Map(inView.length > 1 ? inView.map((resblock) => [resblock.resblockId, communityName(resblock)]) : []);
}
