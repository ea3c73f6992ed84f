import type { HouseFlag } from 'shared-types/rules/house';
import { AppError } from '../../platform/app-error.ts';
import type { User } from '../../platform/http/session.ts';
import type { ResblockStore } from '../communities/community-store.ts';
import type { HouseStore } from '../houses/house-store.ts';
import type { MarkStore } from './mark-store.ts';
import { maxFlaggedHouses } from './marks.ts';

const limitMessages: Record<HouseFlag, string> = {
  starred: `You can star at most ${maxFlaggedHouses} houses. Remove a star first.`,
  hidden: `You can hide at most ${maxFlaggedHouses} houses. Show a hidden house first.`,
};

interface FlagPorts {
  store: Pick<ResblockStore, 'listResblocks'> &
    Pick<HouseStore, 'findHouses'> &
    Pick<MarkStore, 'setFlag' | 'clearFlag' | 'findMarks'>;
}

/** Stars or hides a house, or undoes it. */
export async function setHouseFlag(
  { store }: FlagPorts,
  { userId }: Pick<User, 'userId'>,
  flag: HouseFlag,
  houseId: string,
  isSet: boolean,
): Promise<void> {
  if (!isSet) return store.clearFlag(userId, flag, [houseId]);
  if (await store.setFlag(userId, flag, houseId)) return undefined;
  // Houses of deleted communities are in no list, so the user could not remove their flags.
  const unlisted = await findUnlisted();
  if (unlisted.length > 0) {
    await store.clearFlag(userId, flag, unlisted);
    if (await store.setFlag(userId, flag, houseId)) return undefined;
  }
  throw new AppError('conflict', limitMessages[flag]);

  async function findUnlisted() {
    const [resblocks, marks] = await Promise.all([store.listResblocks(), store.findMarks(userId, [])]);
    const tracked = new Set(resblocks.map(({ resblockId }) => resblockId));
    const listed = (await store.findHouses([...marks[flag]])).filter(({ resblockId }) => tracked.has(resblockId));
    const listedIds = new Set(listed.map(({ houseId: id }) => id));
    return [...marks[flag]].filter((id) => !listedIds.has(id));
  }
}
