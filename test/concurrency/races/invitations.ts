import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { sha256 } from 'lambdas/platform/token';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';
import { at, storeOf } from './auth.ts';

const code = 'ABCDE';
const inviteKey = { pk: `INVITE#${sha256(code)}`, sk: 'INVITE' };
const invite = async ({ client, TableName }: ScenarioTable) => {
  await client.send(new PutCommand({ TableName, Item: { ...inviteKey, createdAtMs: 0, expiresAtMs: 1e9 } }));
};
const forget = ({ client, TableName }: ScenarioTable) => client.send(new DeleteCommand({ TableName, Key: inviteKey }));
const invitation = async (table: ScenarioTable) =>
  (await table.rows()).map(({ usedBy, reservedBy, reservations, revokedAtMs }) => [
    ...(revokedAtMs === undefined ? [] : ['revoked']),
    usedBy ?? 'unused',
    reservedBy ?? 'free',
    reservations instanceof Set ? [...reservations].map(String).toSorted() : [],
  ]);

/** Ann reserves an invitation while another caller changes it first. */
const quicker = (
  name: string,
  words: string,
  others: (store: ReturnType<typeof storeOf>['invitations'], table: ScenarioTable) => Promise<unknown>,
  expected: unknown[],
): ConcurrencyScenario => ({
  name,
  async run(table) {
    await invite(table);
    const { invitations } = storeOf(table);
    if (words === joining) await invitations.reserve(code, 'ann', '1', at(1000));
    table.meanwhile(words, () => others(invitations, table));
    return [await invitations.reserve(code, 'ann', '2', at(2000)), ...(await invitation(table))];
  },
  expected,
});
const { pk: invitePk } = inviteKey;
const invitationRef = invitePk.slice('INVITE#'.length);
const taking = 'SET #reservedBy = :reservedBy';
const joining = 'ADD #reservations :reservations';

export const invitationRaces: ConcurrencyScenario[] = [
  quicker('an invitation is deleted while it is reserved', taking, (_, table) => forget(table), ['refused']),
  quicker('another user reserves an invitation first', taking, (store) => store.reserve(code, 'bob', '9', at(2000)), [
    'refused',
    ['unused', 'bob', ['9']],
  ]),
  quicker(
    'another user has signed up with an invitation first',
    taking,
    async (store) => {
      await store.reserve(code, 'bob', '9', at(2000));
      await store.consume(code, 'bob');
    },
    ['usedByAnother', ['bob', 'free', []]],
  ),
  quicker('a first try fails just when the second one joins it', joining, (store) => store.release(code, '1'), [
    'mine',
    ['unused', 'ann', ['2']],
  ]),
  quicker(
    'a first try fails, and another reserves, just when the second one joins it',
    joining,
    async (store) => {
      await store.release(code, '1');
      await store.reserve(code, 'bob', '9', at(2000));
    },
    ['refused', ['unused', 'bob', ['9']]],
  ),
  quicker(
    'the owner revokes an invitation while it is reserved',
    taking,
    (store) => store.revoke(invitationRef, at(2000)),
    ['refused', ['revoked', 'unused', 'free', []]],
  ),
  quicker(
    'the owner revokes an invitation just when a second try joins the first',
    joining,
    (store) => store.revoke(invitationRef, at(2000)),
    ['refused', ['revoked', 'unused', 'ann', ['1']]],
  ),
  {
    name: 'the owner revokes a deleted invitation and a used one',
    async run(table) {
      const { invitations } = storeOf(table);
      const forgotten = (await invitations.revoke(invitationRef, at(1000))) ?? 'none';
      const nothing = await invitation(table);
      await invite(table);
      await invitations.consume(code, 'ann');
      const used = await invitations.revoke(invitationRef, at(1000));
      return [forgotten, ...nothing, used?.usedBy, ...(await invitation(table))];
    },
    expected: ['none', 'ann', ['ann', 'free', []]],
  },
  {
    name: 'a deleted invitation and an already used one are consumed',
    async run(table) {
      const { invitations } = storeOf(table);
      await invitations.consume(code, 'ann');
      const forgotten = await invitation(table);
      await invite(table);
      for (const user of ['ann', 'bob']) await invitations.consume(code, user);
      return [...forgotten, ...(await invitation(table))];
    },
    expected: [['ann', 'free', []]],
  },
  {
    name: 'a reservation of a deleted invitation is released',
    async run(table) {
      await storeOf(table).invitations.release(code, '1');
      return invitation(table);
    },
    expected: [],
  },
];
