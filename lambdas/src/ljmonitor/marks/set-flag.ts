import { AppError } from '../../platform/app-error.ts';
import type { User } from '../../platform/http/session.ts';
import { type Choice, mailReader, mostChosen } from './marks.ts';
import type { HttpPorts } from '../ports.ts';

/** Stars a house or hides it, or no longer. */
export async function makeChoice(
  { store, isOwner }: Pick<HttpPorts, 'store' | 'isOwner'>,
  user: User,
  choice: Choice,
  houseId: string,
  isChosen: boolean,
): Promise<void> {
  const copies = choice === 'hidden' && (await isOwner(user)) ? [mailReader] : [];
  const readers = [user.userId, ...copies];
  if (!isChosen) return store.unchoose(readers, choice, [houseId]);
  if (await store.choose(readers, choice, houseId)) return undefined;
  // Those of communities that are gone are in no list: nobody could take them back.
  const forgotten = await findForgotten();
  if (forgotten.length > 0) {
    await store.unchoose(readers, choice, forgotten);
    if (await store.choose(readers, choice, houseId)) return undefined;
  }
  throw new AppError('conflict', `At most ${mostChosen} houses can be ${choice}. Take some of them back first.`);

  async function findForgotten() {
    const [resblocks, marks] = await Promise.all([store.listResblocks(), store.findMarks(user.userId, [])]);
    const tracked = new Set(resblocks.map(({ resblockId }) => resblockId));
    const listed = (await store.findHouses([...marks[choice]])).filter(({ resblockId }) => tracked.has(resblockId));
    const listedIds = new Set(listed.map(({ houseId: id }) => id));
    return [...marks[choice]].filter((id) => !listedIds.has(id));
  }
}
