import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { maxHousesPerBatch } from 'shared-types/rules/limits';
import { startBackend } from '../local/backend.ts';
import { median, milliseconds, row, type Row } from '../row.ts';
import { fillHouseTable } from './seed-houses.ts';

export interface ReadAll {
  houses: number;
  /** Write units of a call that marks all of them. */
  writeUnits: number;
  p50Ms: number;
}

const markedStatus = z.object({ statusCode: z.literal(200) });

/** Measures the call of 'read all', with the most houses that it takes, of a person who has read none, and later versions. */
export async function measureReadAll(calls: number): Promise<ReadAll> {
  const backend = await startBackend();
  try {
    const cookie = await backend.signIn('Ann');
    const TableName = await fillHouseTable(backend, maxHousesPerBatch, Date.now() - 3_600_000);
    const { Items = [] } = await backend.documents.send(
      new QueryCommand({
        TableName,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :index',
        ExpressionAttributeValues: { ':index': 'HOUSES' },
        Limit: maxHousesPerBatch,
      }),
    );
    const houseIdList = Items.map(({ gsi1sk }) => String(gsi1sk).split('#').at(-1) ?? '');
    const event = () => backend.apiEvent('POST /api/ljmonitor/batch/readAllHouse', { cookie, body: { houseIdList } });
    const environment = { TABLE_NAME: TableName };
    const metered = backend.startThread('LJMonitorHttp', { environment, metered: true });
    backend.meter.take();
    markedStatus.parse((await metered.call('function', event())).result);
    const writeUnits = backend.meter
      .take()
      .filter(({ operation }) => operation === 'UpdateItem')
      .reduce((sum, { units }) => sum + units, 0);
    const timed = backend.startThread('LJMonitorHttp', { environment });
    const spent: number[] = [];
    for (let call = 0; call < calls + 2; call += 1) {
      // The clock has gone on, so that each call writes every mark again.
      const { ms, result } = await timed.call('function', event());
      markedStatus.parse(result);
      if (call >= 2) spent.push(ms);
    }
    return { houses: houseIdList.length, writeUnits, p50Ms: median(spent) };
  } finally {
    await backend.stop();
  }
}

export const readAllRows = ({ houses, writeUnits, p50Ms }: ReadAll): Row[] => [
  row(20, `read all of ${houses} houses: write units`, String(writeUnits), `≤ ${houses}`, writeUnits <= houses),
  row(20, `read all of ${houses} houses: p50`, milliseconds(p50Ms), '≤ 500 ms', p50Ms <= 500),
];
