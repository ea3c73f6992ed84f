import { generateKeyPairSync } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { readItem, type ItemReader } from '../../platform/dynamodb/item.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { pushKeysKey } from '../keys.ts';
import type { PushKeys } from '../services/service.ts';

const readKeys = (from: ItemReader): PushKeys => ({
  publicKey: from.text('publicKey'),
  privateKey: from.text('privateKey'),
});

/**
 * Keeps the key pair of the site for the services of browsers. A subscription works with the pair that it was made with
 * only.
 */
export function pushKeyStore({ client, TableName }: Table) {
  return {
    /** Makes the pair when it is needed for the first time. When two calls make one at once, the first is kept. */
    async getPushKeys(): Promise<PushKeys> {
      const get = new GetCommand({ TableName, Key: pushKeysKey, ConsistentRead: true });
      const stored = readItem((await client.send(get)).Item, readKeys);
      if (stored) return stored;
      const update = updateItem({ TableName, Key: pushKeysKey, setOnce: { ...newPushKeys() } });
      const { Attributes } = await client.send(new UpdateCommand({ ...update, ReturnValues: 'ALL_NEW' }));
      const keys = readItem(Attributes, readKeys);
      if (!keys) throw new Error('the key pair for browsers cannot be read');
      return keys;
    },
  };
}

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** Creates a pair on the curve P-256: the public key as an uncompressed point. */
function newPushKeys(): PushKeys {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  return { publicKey: Buffer.concat([Buffer.of(4), bytes(x), bytes(y)]).toString('base64url'), privateKey: d };
}
