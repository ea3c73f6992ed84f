import { AppError } from '../../platform/app-error.ts';
import type { User } from '../../platform/http/session.ts';
import type { MarkStore } from './mark-store.ts';
import { maxNotedHouses } from './marks.ts';

interface NotePorts {
  store: Pick<MarkStore, 'putNote' | 'findMarks'>;
}

/** Replaces the user's note on a house; '' stands for none. */
export async function saveNote(
  { store }: NotePorts,
  { userId }: Pick<User, 'userId'>,
  houseId: string,
  change: { note: string; was: string },
): Promise<void> {
  if (change.note !== '' && change.was === '') {
    // Two notes at once may be one too many, which costs nothing that matters.
    const { notes } = await store.findMarks(userId, []);
    if (notes.size >= maxNotedHouses && !notes.has(houseId))
      throw new AppError(
        'conflict',
        `You can write a note on at most ${maxNotedHouses} houses. Delete another note first.`,
      );
  }
  if (!(await store.putNote(userId, houseId, change)))
    throw new AppError('conflict', 'Another browser has changed this note. Load the page again to see it.');
}
