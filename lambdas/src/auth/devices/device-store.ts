import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { readItem } from '../../platform/dynamodb/item.ts';
import { type Table, ttlOf } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transaction.ts';
import { lifetimeSeconds } from '../cookies.ts';
import type { Device } from './device.ts';

const deviceKey = (id: string) => ({ pk: `DEVICE#${id}`, sk: 'DEVICE' });

export function deviceWrite(TableName: string, { id, usernames }: Device, now: Date): Write {
  const expiresAtMs = now.getTime() + lifetimeSeconds.device * 1000;
  return { Put: { TableName, Item: { ...deviceKey(id), usernames, expiresAtMs, ttl: ttlOf(expiresAtMs) } } };
}

export const deviceStore = ({ client, TableName }: Table) => ({
  async find(id: string | undefined, now: Date): Promise<Device | undefined> {
    if (id === undefined) return undefined;
    const { Item } = await client.send(new GetCommand({ TableName, Key: deviceKey(id), ConsistentRead: true }));
    return readItem(Item, (from) =>
      from.number('expiresAtMs') > now.getTime() ? { id, usernames: from.texts('usernames') } : undefined,
    );
  },
});

export type DeviceStore = ReturnType<typeof deviceStore>;
