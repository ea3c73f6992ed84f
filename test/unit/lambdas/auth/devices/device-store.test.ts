import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deviceStore, deviceWrite } from 'lambdas/auth/devices/device-store';
import { startAuthTables } from '../../../../support/dynamodb/auth-tables.ts';

let tables: Awaited<ReturnType<typeof startAuthTables>>;
beforeAll(async () => {
  tables = await startAuthTables();
});
afterAll(() => tables.stop());

describe('a browser that has signed in', () => {
  it('is remembered for a year, to the millisecond, although its item is deleted later', async () => {
    const start = Date.parse('2026-11-22T10:00:00Z');
    const yearMs = 365 * 86_400_000;
    const device = { id: 'device-1', usernames: ['ann@example.org'] };
    const write = deviceWrite('auth', device, new Date(start));
    if (!write.Put) throw new Error('a put');
    await tables.client.send(new PutCommand(write.Put));
    const find = (timeMs: number) =>
      deviceStore({ client: tables.client, TableName: 'auth' }).find('device-1', new Date(timeMs));
    expect(await find(start + yearMs - 1)).toEqual(device);
    expect(await find(start + yearMs)).toBeUndefined();
  });
});
