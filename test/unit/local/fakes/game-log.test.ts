import { expect, it } from '@jest/globals';
import { namedPlayers } from 'lambdas/stack/players/named-players';
import { gameLogs } from 'local/fakes/game-server/game-log';
import { gameIds } from 'shared-types/rules/stack/game';

it.each(gameIds)('the local game writes who comes and goes as a real one does: %s', (game) => {
  let atMs = Date.UTC(2026, 6, 3, 20, 14);
  const logs = gameLogs({ gameOf: () => game, clock: { now: () => atMs } });
  const server = { stackName: 'survival', stackId: 'arn:one' };
  const named = () => namedPlayers(game, logs.datedLines(server));
  logs.join(server, 'Ann_B');
  atMs += 60_000;
  logs.join(server, 'Bo');
  expect(named()).toEqual([
    { name: 'Ann_B', sinceMs: atMs - 60_000 },
    { name: 'Bo', sinceMs: atMs },
  ]);
  logs.keepOnly(server, 1);
  expect(named().map(({ name }) => name)).toEqual(['Ann_B']);
  expect(logs.namesOn(server)).toEqual(['Ann_B']);
  logs.keepOnly(server, 0);
  expect(named()).toEqual([]);
});
