import type { GameId } from 'shared-types/rules/stack/game';
import { bedrock } from './bedrock/game.ts';
import type { Game } from './game.ts';
import { java } from './java/game.ts';

export const games: Record<GameId, Game> = { bedrock, java };
