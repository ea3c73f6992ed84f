import type { GameLicense } from 'shared-types/contract/stack/license';

/** The license of the game; a game without one has none to accept. */
export type License = Pick<GameLicense, 'name' | 'url'>;

/** The acceptance of a license by the owner. Another version of the license has another address. */
export interface Acceptance {
  url: string;
  by: string;
  userId: string;
  atMs: number;
}
