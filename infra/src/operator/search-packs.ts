import type { RebuildPacks, RebuiltPacks } from 'shared-types/contract/chat/search-packs';
import type { Terminal } from './terminal.ts';

/** A site whose packs can be rebuilt. */
export interface PackedSite {
  /** Finds the ids of a person, or of everyone when no name is given. */
  findPeople: (username: string | undefined) => Promise<string[]>;
  /** Runs the function of the site once. */
  rebuild: (part: RebuildPacks) => Promise<RebuiltPacks>;
}

const conversations = (count: number) => (count === 1 ? '1 conversation' : `${count} conversations`);

/** Rebuilds the packs of a person or of everyone, and says after each run of the function how far it is. */
export async function rebuildAll(site: PackedSite, username: string | undefined, { print }: Pick<Terminal, 'print'>) {
  const people = await site.findPeople(username);
  const total = { read: 0, rebuilt: 0, unchanged: 0, busy: 0 };
  for (const [index, userId] of people.entries()) {
    let after: string | null = null;
    do {
      const { next, read, rebuilt, unchanged, busy }: RebuiltPacks = await site.rebuild({ userId, after });
      total.read += read;
      total.rebuilt += rebuilt;
      total.unchanged += unchanged;
      total.busy += busy;
      print(`person ${index + 1} of ${people.length}: ${conversations(total.read)} read`);
      after = next;
    } while (after !== null);
  }
  print(`${conversations(total.read)} read, ${total.rebuilt} rebuilt, ${total.unchanged} unchanged`);
  if (total.busy > 0) print(`${conversations(total.busy)} changed meanwhile. Run this command again.`);
}
