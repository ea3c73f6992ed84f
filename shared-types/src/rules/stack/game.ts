/** The games that a server can run: see docs/games.md. */
export const gameIds = ['bedrock', 'java'] as const;
export type GameId = (typeof gameIds)[number];

/** A stack that names no game runs the first one. */
export const gameOf = ({ game }: { game?: GameId | undefined }): GameId => game ?? 'bedrock';

export const gameTitles: Record<GameId, string> = { bedrock: 'Minecraft Bedrock', java: 'Minecraft Java' };

/** The endings of the files of worlds, all of which are zip files. A backup gets the first one, which opens the game where it can. */
export const worldFileEndings: Record<GameId, readonly [string, ...string[]]> = {
  bedrock: ['.mcworld', '.zip'],
  java: ['.zip'],
};
