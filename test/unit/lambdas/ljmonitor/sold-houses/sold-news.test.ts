import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { listedVersion, removedVersion } from 'lambdas/ljmonitor/houses/house';
import { notifyStore } from 'lambdas/notify/store';
import { soldPage, soldRow, type SoldRowParts } from '../support/sold-markup.ts';
import { newSoldMonitor } from '../support/sold-monitor.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';
import { willows } from '../support/test-routes.ts';

const database = await useMonitorDatabase();
const idOf = (id: number) => String(103101114000 + id);
const row = (id: number, parts: SoldRowParts = {}) => soldRow({ houseId: idOf(id), ...parts });
const at = (day: string) => new Date(`${day}T04:00:00Z`);

/** Creates a monitor that has known house 1 since September and missed it in October, has house 2 on offer, and tells Ann. */
async function monitorOfTwo({ hasReader = true } = {}) {
  const monitor = await newSoldMonitor(database);
  const { store, newsTable, woken } = monitor;
  const listed = (id: number) =>
    listedVersion(
      {
        houseId: idOf(id),
        resblockId: willows,
        title: `南北通透 ${id}`,
        description: '2室1厅',
        tags: [],
        price: 325,
        unitPrice: 54_000,
      },
      undefined,
      at('2026-09-10'),
    );
  for (const id of [1, 2]) await store.putHouse({ before: undefined, after: listed(id) });
  await store.putHouse({ before: listed(1), after: removedVersion(listed(1), at('2026-10-10')) });
  const { client, TableName } = newsTable;
  if (hasReader)
    await client.send(
      new PutCommand({ TableName, Item: { pk: 'CHANNEL', sk: 'cognito|ann#1', userId: 'cognito|ann' } }),
    );
  return {
    ...monitor,
    /** Returns the news that the channels do not have yet, in the order in which it was told. */
    told: async () => {
      const outbox = notifyStore(newsTable);
      const all = await Promise.all([...new Set(woken)].map((newsId) => outbox.findUntold(newsId)));
      return all.flatMap((each) => each?.groups ?? []);
    },
  };
}

const sold = (id: number, more: object = {}) => ({
  topic: 'sold',
  title: `南北通透 ${id}`,
  price: 310,
  houseId: idOf(id),
  url: `https://bj.lianjia.com/ershoufang/${idOf(id)}.html`,
  ...more,
});
const group = (...entries: object[]) => ({ groupId: willows, name: '柳荫里', entries });

describe('a sale that was not known', () => {
  it('is told once, however often its page arrives', async () => {
    const { handIn, told, woken } = await monitorOfTwo();
    const html = soldPage(row(9) + row(1), { total: 2 });
    for (let time = 1; time <= 3; time += 1) await handIn(html);
    expect(await told()).toEqual([group(sold(1))]);
    expect(woken).toHaveLength(1);
  });

  it('is told once when two pages bring it at the same moment', async () => {
    const { handIn, ports, told, woken, sold: store } = await monitorOfTwo();
    let isFirst = true;
    Object.assign(ports.store, {
      putSoldPage: async (...given: Parameters<typeof store.putSoldPage>) => {
        if (isFirst) {
          isFirst = false;
          await handIn(soldPage(row(1)));
        }
        return store.putSoldPage(...given);
      },
    });
    await handIn(soldPage(row(1) + row(8), { total: 2 }));
    expect(await told()).toEqual([group(sold(1))]);
    expect(woken).toHaveLength(1);
  });

  it('is told again when its house is sold once more, with what the newer page shows', async () => {
    const { handIn, told, woken, list, clock } = await monitorOfTwo();
    await handIn(soldPage(row(1)));
    clock.ms = at('2028-04-20').getTime();
    const masked = { price: '3**万', unit: '暂无单价', offer: '' };
    for (let time = 1; time <= 2; time += 1) {
      await handIn(soldPage(row(1, { date: '2028.03.01', ...masked }) + row(1), { total: 2 }));
      await handIn(soldPage(row(1)));
    }
    expect(await told()).toEqual([group(sold(1)), group({ ...sold(1), price: undefined })]);
    expect(woken).toHaveLength(2);
    expect((await list()).sales).toMatchObject([
      { date: '2028-03-01', price: null, unitPrice: null, days: null },
      { date: '2026-10-04', price: 310 },
    ]);
  });

  it('is not told again when its date is corrected by some days', async () => {
    const { handIn, told, list } = await monitorOfTwo();
    await handIn(soldPage(row(1)), { ageMs: 60_000 });
    await handIn(soldPage(row(1, { date: '2026.09.28', price: '3**万' })));
    expect(await told()).toEqual([group(sold(1))]);
    expect((await list()).sales).toMatchObject([{ date: '2026-09-28', price: 310 }]);
  });

  it('is not told when it is older than the one that is known', async () => {
    const { handIn, told } = await monitorOfTwo();
    await handIn(soldPage(row(1, { date: '2026.11.04' })));
    await handIn(soldPage(row(1)));
    expect(await told()).toEqual([group(sold(1))]);
  });

  it('is not told again when a later page has no date that can be read', async () => {
    const { handIn, told, list, clock } = await monitorOfTwo();
    await handIn(soldPage(row(1)));
    clock.ms = at('2028-04-20').getTime();
    await handIn(soldPage(row(1, { date: '2099.01.01' })));
    expect(await told()).toEqual([group(sold(1))]);
    expect((await list()).sales).toMatchObject([{ date: '2026-10-04' }]);
  });

  it('is not told again when its price is no longer masked', async () => {
    const { handIn, told } = await monitorOfTwo();
    await handIn(soldPage(row(1, { price: '3**万', unit: '暂无单价', date: '近30天内成交' })));
    await handIn(soldPage(row(1)));
    expect(await told()).toEqual([group({ ...sold(1), price: undefined })]);
  });

  it('is told unless it is older than the offer, which began before the house was seen', async () => {
    const { handIn, told } = await monitorOfTwo();
    await handIn(soldPage(row(1, { date: '2019.05.02' }) + row(2, { date: '2019.05.01' })));
    expect(await told()).toEqual([]);
    const other = await monitorOfTwo();
    await other.handIn(soldPage(row(2, { date: '2026.08.20' })));
    expect(await other.told()).toEqual([group(sold(2))]);
  });

  it('is not told to people who have hidden the house', async () => {
    const { handIn, store, told } = await monitorOfTwo();
    await store.setFlag('cognito|ann', 'hidden', idOf(1));
    await handIn(soldPage(row(1)));
    expect(await told()).toEqual([group(sold(1, { hiddenFrom: ['cognito|ann'] }))]);
  });

  it('is told to those who chose a view of removed houses', async () => {
    const { handIn, ports, told } = await monitorOfTwo();
    const readers = ['news=removed', 'news=new'].map((view) => ({ userId: view, views: [view] }));
    Object.assign(ports.news, { listReaders: async () => readers });
    await handIn(soldPage(row(1)));
    expect(await told()).toEqual([group(sold(1, { viewsOf: ['news=removed'] }))]);
  });

  it('is stored without news when nobody has a channel', async () => {
    const { handIn, list, woken } = await monitorOfTwo({ hasReader: false });
    await handIn(soldPage(row(1)));
    expect((await list()).sales).toHaveLength(1);
    expect(woken).toEqual([]);
  });
});
