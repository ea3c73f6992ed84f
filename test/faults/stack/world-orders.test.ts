import { expect, it } from '@jest/globals';
import { gameIds } from 'shared-types/rules/stack/game';
import { firstLoss } from './world-orders.ts';

it.each(gameIds)(
  'loses no world of %s in any order of boots, stops, choices, uploads, upgrades and losses, with a fault at any command',
  (game) => expect(firstLoss(game, 15)).toBeUndefined(),
);
