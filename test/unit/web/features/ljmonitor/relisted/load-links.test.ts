import { expect, it } from '@jest/globals';
import { loadLinks } from 'web/features/ljmonitor/relisted/load-links';

it('the links of rows that appear together are asked for by one call, as long as it takes all of them', async () => {
  const asked: number[] = [];
  const fetch = async (address: string) => {
    const ids = new URL(address, 'https://home.test').searchParams.get('houseIds') ?? '';
    asked.push(ids.split(',').length);
    return { ok: true, status: 200, headers: new Map(), json: () => Promise.resolve([]) };
  };
  Object.assign(globalThis, { fetch });
  await Promise.all(Array.from({ length: 31 }, (_, row) => loadLinks(`${1_000_000 + row}`)));
  expect(asked).toEqual([30, 1]);
  await loadLinks('1000001');
  expect(asked).toEqual([30, 1, 1]);
});
