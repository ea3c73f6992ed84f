import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { schemaReader } from '../../platform/dynamodb/item.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import { sha256, isToken } from '../../platform/token.ts';
import type { GoogleStepStore } from '../ports.ts';
import { ttlOf } from '../items.ts';

const readStep = schemaReader(z.object({ verifier: z.string(), expiresAtMs: z.number() }));

const readSignedIn = schemaReader(z.object({ signInKey: z.string() }));

const browserKey = (browser: string) => `STEP#${sha256(browser)}`;

/** One for each tab of a browser, so that they do not fight. */
const keyOf = (browser: string, stateToken: string) => ({
  pk: browserKey(browser),
  sk: `GOOGLE#${sha256(stateToken)}`,
});

export const googleStepStore = ({ client, TableName }: Table): GoogleStepStore => ({
  async put(browser, stateToken, step) {
    const Item = { ...keyOf(browser, stateToken), ...step, ttl: ttlOf(step.expiresAtMs) };
    await client.send(new PutCommand({ TableName, Item }));
  },

  async take(browser, stateToken) {
    if (!isToken(browser) || !isToken(stateToken)) return undefined;
    const taking = new DeleteCommand({ TableName, Key: keyOf(browser, stateToken), ReturnValues: 'ALL_OLD' });
    return readStep((await client.send(taking)).Attributes);
  },

  async replaceSignIn(browser, signInKey, untilMs) {
    const replacing = new UpdateCommand({
      TableName,
      Key: { pk: browserKey(browser), sk: 'SIGNED_IN' },
      UpdateExpression: 'SET signInKey = :key, #ttl = :ttl',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':key': signInKey, ':ttl': ttlOf(untilMs) },
      ReturnValues: 'ALL_OLD',
    });
    return readSignedIn((await client.send(replacing)).Attributes)?.signInKey;
  },
});
