import { expect, it, jest } from '@jest/globals';
import { gameIds } from 'shared-types/rules/stack/game';
import { firstLoss } from '../faults/stack/world-orders.ts';

jest.setTimeout(3_600_000);

it.each(gameIds)(
  'loses no world of %s in 100 sequences of boots, stops, choices, uploads, upgrades and losses, with a fault at any command',
  (game) => expect(firstLoss(game, 100)).toBeUndefined(),
);
