import { type GameId, gameIds, gameOf } from 'shared-types/rules/stack/game';
import type { AppConfig } from '../config.ts';

type StackSettings = AppConfig['stacks'];

export interface ServerImage {
  /** As owner/name:tag. */
  name: string;
  pinned: StackSettings['pinnedImage'];
}

/** Returns the games that the configured stacks run. */
export const gamesOf = ({ configured }: Pick<StackSettings, 'configured'>): GameId[] =>
  gameIds.filter((game) => configured.some((stack) => gameOf(stack) === game));

/** The settings of the image of each game, and of its digest. */
const imageSettings = {
  bedrock: { name: 'serverImage', pinned: 'pinnedImage' },
  java: { name: 'javaImage', pinned: 'pinnedJavaImage' },
} as const satisfies Record<GameId, object>;

type ImageSetting = (typeof imageSettings)[GameId];

/** Returns the image of a game. */
export function imageOf(game: GameId, settings: Pick<StackSettings, ImageSetting[keyof ImageSetting]>): ServerImage {
  const { name, pinned } = imageSettings[game];
  return { name: settings[name], pinned: settings[pinned] };
}

/** Returns the setting that pins the image of a game. */
export const pinOf = (game: GameId, pinned: NonNullable<ServerImage['pinned']>) => ({
  [imageSettings[game].pinned]: pinned,
});

/** A digest belongs to the image of which it was read. After a change of the image, its tag counts until the next setup. */
export const isPinned = ({ name, pinned }: ServerImage) => pinned?.image === name;

/**
 * Returns the image that servers run. The game itself is not in it: it downloads the latest version at its start,
 * because game clients update themselves and refuse an older server.
 */
export const imageReference = (image: ServerImage) =>
  isPinned(image) ? `${image.name.split(':')[0]}@${image.pinned?.digest}` : image.name;
