import type { HouseFlag } from 'shared-types/rules/house';
import { AppError } from '../../platform/app-error.ts';
import type { User } from '../../platform/http/session.ts';
import type { MarkStore } from './mark-store.ts';
import { maxFlaggedHouses } from './marks.ts';
import { findUnlisted, type ListedPorts } from './unlisted.ts';

const limitMessages: Record<HouseFlag, string> = {
  starred: `You can star at most ${maxFlaggedHouses} houses. Remove a star first.`,
  hidden: `You can hide at most ${maxFlaggedHouses} houses. Show a hidden house first.`,
};

interface FlagPorts extends ListedPorts {
  store: ListedPorts['store'] & Pick<MarkStore, 'setFlag' | 'clearFlag' | 'findMarks'>;
}

/** Stars or hides a house, or undoes it. */
export async function setHouseFlag(
  ports: FlagPorts,
  { userId }: Pick<User, 'userId'>,
  flag: HouseFlag,
  houseId: string,
  isSet: boolean,
): Promise<void> {
  const { store } = ports;
  if (!isSet) return store.clearFlag(userId, flag, [houseId]);
  if (await store.setFlag(userId, flag, houseId)) return undefined;
  const marks = await store.findMarks(userId, [], { withNotes: false });
  const unlisted = await findUnlisted(ports, [...marks[flag]]);
  if (unlisted.length > 0) {
    await store.clearFlag(userId, flag, unlisted);
    if (await store.setFlag(userId, flag, houseId)) return undefined;
  }
  throw new AppError('conflict', limitMessages[flag]);
}
