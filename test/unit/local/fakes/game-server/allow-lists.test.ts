import { expect, it } from '@jest/globals';
import { allowLists } from 'local/fakes/game-server/allow-lists';

const server = {
  stackName: 'survival',
  stackId: 'first',
  sinceMs: 0,
  idleMinutes: 30,
  instanceId: 'i-1',
  archiveBucket: 'archives',
  worldRequest: '',
  worldSource: '',
  allowedPlayers: [],
  allowList: '',
};

it('the allow list of the local site refuses lists that were sent before those it has, as the script of a server does', () => {
  const lists = allowLists();
  expect(lists.set(server, ['on', 'sent 2', 'allowed Ann'])).toBe(true);
  expect(lists.set(server, ['off', 'sent 1'])).toBe(false);
  expect(lists.mayJoin(server, 'Stranger')).toBe(false);
  // The file system outlives a server, and the watchdog sends the same lists again.
  expect(lists.set({ ...server, stackId: 'second' }, ['on', 'sent 2', 'allowed Bob'])).toBe(true);
  expect(lists.mayJoin(server, 'Bob')).toBe(true);
  expect(lists.set(server, ['off', 'sent 3'])).toBe(true);
  expect(lists.mayJoin(server, 'Stranger')).toBe(true);
});
