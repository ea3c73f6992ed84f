import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { schemaReader } from '../../platform/dynamodb/item.ts';
import { type Table, conditionHeld } from '../../platform/dynamodb/table.ts';
import { sha256, isToken } from '../../platform/token.ts';
import { maxAttempts } from './challenge.ts';
import type { ChallengeStore } from '../ports.ts';
import { ttlOf } from '../items.ts';

const ChallengeRow = z.object({
  kind: z.enum(['mfa', 'setup']),
  username: z.string(),
  subject: z.string(),
  session: z.string(),
  proven: z.boolean().default(false),
  expiresAtMs: z.number(),
});

const readChallenge = schemaReader(ChallengeRow);

export const challengeKey = (token: string) => ({ pk: `STEP#${sha256(token)}`, sk: 'STEP' });

export const challengeStore = ({ client, TableName }: Table): ChallengeStore => ({
  async put(token, challenge) {
    const Item = { ...challengeKey(token), ...challenge, attempts: 0, ttl: ttlOf(challenge.expiresAtMs) };
    await client.send(new PutCommand({ TableName, Item }));
  },

  async find(token, kind, now) {
    if (!isToken(token)) return undefined;
    const { Item } = await client.send(new GetCommand({ TableName, Key: challengeKey(token), ConsistentRead: true }));
    const challenge = readChallenge(Item);
    return challenge?.kind === kind && challenge.expiresAtMs > now.getTime() ? challenge : undefined;
  },

  takeAttempt: (token) =>
    conditionHeld(
      client.send(
        new UpdateCommand({
          TableName,
          Key: challengeKey(token),
          UpdateExpression: 'ADD attempts :one',
          ConditionExpression: 'attempts < :most',
          ExpressionAttributeValues: { ':one': 1, ':most': maxAttempts },
        }),
      ),
    ),

  async refundAttempt(token) {
    const giving = client.send(
      new UpdateCommand({
        TableName,
        Key: challengeKey(token),
        UpdateExpression: 'ADD attempts :one',
        ConditionExpression: 'attempts > :none',
        ExpressionAttributeValues: { ':one': -1, ':none': 0 },
      }),
    );
    await conditionHeld(giving);
  },

  async putProof(token, session) {
    const putting = client.send(
      new UpdateCommand({
        TableName,
        Key: challengeKey(token),
        UpdateExpression: 'SET #session = :session, proven = :yes',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#session': 'session' },
        ExpressionAttributeValues: { ':session': session, ':yes': true },
      }),
    );
    await conditionHeld(putting);
  },

  async remove(token) {
    await client.send(new DeleteCommand({ TableName, Key: challengeKey(token) }));
  },
});
