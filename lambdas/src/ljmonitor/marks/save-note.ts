import { AppError } from '../../platform/app-error.ts';
import { forEachConcurrently } from '../../platform/for-each.ts';
import type { User } from '../../platform/http/session.ts';
import type { MarkStore } from './mark-store.ts';
import { maxNotedHouses } from './marks.ts';
import { findUnlisted, type ListedPorts } from './unlisted.ts';

interface NotePorts extends ListedPorts {
  store: ListedPorts['store'] & Pick<MarkStore, 'putNote' | 'findMarks'>;
}

/** Replaces the user's note on a house; '' stands for none. */
export async function saveNote(
  ports: NotePorts,
  { userId }: Pick<User, 'userId'>,
  houseId: string,
  change: { note: string; was: string },
): Promise<void> {
  const { store } = ports;
  if (change.note !== '' && change.was === '') await makeRoom(ports, userId, houseId);
  if (!(await store.putNote(userId, houseId, change)))
    throw new AppError('conflict', 'Another browser has changed this note. Load the page again to see it.');
}

/** Deletes the notes on unlisted houses once there are too many. Two notes at once may be one too many, which costs little. */
async function makeRoom(ports: NotePorts, userId: string, houseId: string) {
  const { store } = ports;
  const { notes } = await store.findMarks(userId, []);
  if (notes.size < maxNotedHouses || notes.has(houseId)) return;
  const unlisted = await findUnlisted(ports, [...notes.keys()]);
  if (notes.size - unlisted.length >= maxNotedHouses)
    throw new AppError(
      'conflict',
      `You can write a note on at most ${maxNotedHouses} houses. Delete another note first.`,
    );
  await forEachConcurrently(unlisted, async (id) => {
    await store.putNote(userId, id, { note: '', was: notes.get(id) ?? '' });
  });
}
