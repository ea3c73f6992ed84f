import type { GameId } from './game.ts';

/** A size of a server, by the name of EC2. */
export interface ServerSize {
  instanceType: string;
  memoryGb: number;
  /** About how many players it is right for, in each game that it can run. Redstone, animals and explorers need more. */
  players: Partial<Record<GameId, number>>;
  /** With its public address and disk, in dollars, at list prices of us-east-1. */
  hourlyPrice: number;
}

/** When the prices were read. */
export const sizePricesOf = 'November 2026';

/** The sizes of servers, the cheapest first. The table of docs/operations.md has them, too. */
export const serverSizes: readonly ServerSize[] = [
  { instanceType: 't3a.small', memoryGb: 2, players: { bedrock: 10 }, hourlyPrice: 0.026 },
  { instanceType: 't3.small', memoryGb: 2, players: { bedrock: 10 }, hourlyPrice: 0.028 },
  { instanceType: 't3a.medium', memoryGb: 4, players: { bedrock: 20, java: 10 }, hourlyPrice: 0.045 },
  { instanceType: 't3.medium', memoryGb: 4, players: { bedrock: 20, java: 10 }, hourlyPrice: 0.049 },
  { instanceType: 't3a.large', memoryGb: 8, players: { bedrock: 30, java: 20 }, hourlyPrice: 0.082 },
  { instanceType: 't3.large', memoryGb: 8, players: { bedrock: 30, java: 20 }, hourlyPrice: 0.09 },
];

/** The size of a stack that names none. */
export const usualSizes: Record<GameId, string> = { bedrock: 't3.small', java: 't3a.medium' };

/** Returns the sizes of servers that can run a game, with the players that each is right for. */
export const sizesOf = (game: GameId) =>
  serverSizes.flatMap(({ players, ...size }) => {
    const most = players[game];
    return most === undefined ? [] : [{ ...size, players: most }];
  });
