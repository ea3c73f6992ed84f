/** The games that a server can run: see docs/games.md. */
export const gameIds = ['bedrock', 'java'] as const;
export type GameId = (typeof gameIds)[number];

/** A stack that names no game runs the first one. */
export const gameOf = ({ game }: { game?: GameId | undefined }): GameId => game ?? 'bedrock';

export const gameTitles: Record<GameId, string> = { bedrock: 'Minecraft Bedrock', java: 'Minecraft Java' };
