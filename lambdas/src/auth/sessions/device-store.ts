import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { schemaReader } from '../../platform/dynamodb/item.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transaction.ts';
import { isToken, sha256 } from '../../platform/token.ts';
import { lifetimeSeconds } from '../cookies.ts';
import { ttlOf } from '../items.ts';

/** A browser that has signed in before. */
export interface Device {
  /** A hash of the cookie's value. */
  id: string;
  usernames: string[];
}

const DeviceItem = z.object({ usernames: z.array(z.string()), expiresAtMs: z.number() });

const readDevice = schemaReader(DeviceItem);

const deviceKey = (token: string) => ({ pk: `DEVICE#${sha256(token)}`, sk: 'DEVICE' });

export function deviceWrite(TableName: string, token: string, usernames: string[], now: Date): Write {
  const expiresAtMs = now.getTime() + lifetimeSeconds.device * 1000;
  return { Put: { TableName, Item: { ...deviceKey(token), usernames, expiresAtMs, ttl: ttlOf(expiresAtMs) } } };
}

export const deviceStore = ({ client, TableName }: Table) => ({
  async find(token: string, now: Date): Promise<Device | undefined> {
    if (!isToken(token)) return undefined;
    const { Item } = await client.send(new GetCommand({ TableName, Key: deviceKey(token), ConsistentRead: true }));
    const device = readDevice(Item);
    return device && device.expiresAtMs > now.getTime()
      ? { id: sha256(token), usernames: device.usernames }
      : undefined;
  },
});
