import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { challengesEnd, challengesEndKey } from 'shared-types/rules/auth/stored-items';
import { condition } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Table, ttlOf } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { isToken, sha256 } from '../../platform/token.ts';
import { type Challenge, maxAttempts, startedAtMs } from './challenge.ts';

const readChallenge = (item: StoredItem | undefined): Challenge | undefined =>
  readItem(item, (from) => ({
    kind: from.oneOf('kind', ['mfa', 'setup']),
    username: from.text('username'),
    subject: from.text('subject'),
    session: from.text('session'),
    proven: from.boolean('proven'),
    expiresAtMs: from.number('expiresAtMs'),
  }));

export const challengeKey = (token: string) => ({ pk: `CHALLENGE#${sha256(token)}`, sk: 'CHALLENGE' });

/** Stores challenges by the token of the step cookie. */
export function challengeStore({ client, TableName }: Table) {
  /** Every challenge of the user that began up to this time is over. The time is 0 for a user whose challenges were never ended. */
  async function endedAtMs(username: string): Promise<number> {
    const Key = challengesEndKey(username);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return readItem(Item, (from) => from.number('endedAtMs')) ?? 0;
  }

  return {
    endedAtMs,

    async put(token: string, challenge: Challenge) {
      const Item = { ...challengeKey(token), ...challenge, attempts: 0, ttl: ttlOf(challenge.expiresAtMs) };
      await client.send(new PutCommand({ TableName, Item }));
    },

    async find(token: string, kind: Challenge['kind'], now: Date): Promise<Challenge | undefined> {
      if (!isToken(token)) return undefined;
      const { Item } = await client.send(new GetCommand({ TableName, Key: challengeKey(token), ConsistentRead: true }));
      const challenge = readChallenge(Item);
      if (challenge?.kind !== kind || challenge.expiresAtMs <= now.getTime()) return undefined;
      return startedAtMs(challenge) <= (await endedAtMs(challenge.username)) ? undefined : challenge;
    },

    /** Ends all challenges of a user. When two calls arrive together, either may win, because their times hardly differ. */
    async endAll(username: string, now: Date) {
      await client.send(new PutCommand({ TableName, Item: challengesEnd(username, now.getTime()) }));
    },

    /** Returns false when no attempt is left. */
    takeAttempt(token: string): Promise<boolean> {
      const update = updateItem({
        TableName,
        Key: challengeKey(token),
        add: { attempts: 1 },
        when: condition`attempts < ${maxAttempts}`,
      });
      return conditionHeld(client.send(new UpdateCommand(update)));
    },

    async refundAttempt(token: string) {
      const update = updateItem({
        TableName,
        Key: challengeKey(token),
        add: { attempts: -1 },
        when: condition`attempts > ${0}`,
      });
      await conditionHeld(client.send(new UpdateCommand(update)));
    },

    async putProof(token: string, session: string) {
      const update = updateItem({
        TableName,
        Key: challengeKey(token),
        set: { session, proven: true },
        when: condition`attribute_exists(pk)`,
      });
      await conditionHeld(client.send(new UpdateCommand(update)));
    },

    async remove(token: string) {
      await client.send(new DeleteCommand({ TableName, Key: challengeKey(token) }));
    },
  };
}

export type ChallengeStore = ReturnType<typeof challengeStore>;
