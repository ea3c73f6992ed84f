import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { type Table, ttlOf } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { isToken, sha256 } from '../../platform/token.ts';
import type { GoogleStep } from './google-step.ts';

const readStep = (item: StoredItem | undefined): GoogleStep | undefined =>
  readItem(item, (from) => {
    const confirms = from.entryOrNull('confirms');
    return {
      verifier: from.text('verifier'),
      expiresAtMs: from.number('expiresAtMs'),
      device: from.textOrNull('device') ?? undefined,
      confirms: confirms ? { sessionKey: confirms.text('sessionKey'), userId: confirms.text('userId') } : undefined,
    };
  });

const browserKey = (browser: string) => `STEP#${sha256(browser)}`;

/** Each tab of a browser has its own step, so that tabs do not overwrite each other's. */
const keyOf = (browser: string, stateToken: string) => ({
  pk: browserKey(browser),
  sk: `GOOGLE#${sha256(stateToken)}`,
});

/** Stores the steps of a browser, which is identified by the token of the Google step cookie. */
export const googleStepStore = ({ client, TableName }: Table) => ({
  async put(browser: string, stateToken: string, step: GoogleStep) {
    const Item = { ...keyOf(browser, stateToken), ...step, ttl: ttlOf(step.expiresAtMs) };
    await client.send(new PutCommand({ TableName, Item }));
  },

  /** Returns a step once, and removes it. */
  async take(browser: string, stateToken: string): Promise<GoogleStep | undefined> {
    if (!isToken(browser) || !isToken(stateToken)) return undefined;
    const taking = new DeleteCommand({ TableName, Key: keyOf(browser, stateToken), ReturnValues: 'ALL_OLD' });
    return readStep((await client.send(taking)).Attributes);
  },

  /** Remembers the current sign-in of a browser and returns the previous one, if it is known. */
  async replaceSignIn(browser: string, signInKey: string, untilMs: number): Promise<string | undefined> {
    const replacing = new UpdateCommand({
      ...updateItem({
        TableName,
        Key: { pk: browserKey(browser), sk: 'SIGNED_IN' },
        set: { signInKey, ttl: ttlOf(untilMs) },
      }),
      ReturnValues: 'ALL_OLD',
    });
    // Dynoxide returns the bare key as the old item of a row that did not exist. DynamoDB returns nothing.
    return readItem((await client.send(replacing)).Attributes, (from) => from.textOrNull('signInKey') ?? undefined);
  },
});

export type GoogleStepStore = ReturnType<typeof googleStepStore>;
