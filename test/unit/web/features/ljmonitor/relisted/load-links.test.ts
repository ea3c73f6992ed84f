import { expect, it } from '@jest/globals';
import { loadLinks } from 'web/features/ljmonitor/relisted/load-links';

const row = (place: number) => ({ houseId: `${1_000_000 + place}`, resblockId: place % 2 === 0 ? '111111' : '222222' });

it('the links of rows that appear together are asked for by one call, as long as it takes all of them', async () => {
  const asked: [number, string | null][] = [];
  const fetch = async (address: string) => {
    const { searchParams } = new URL(address, 'https://home.test');
    asked.push([searchParams.get('houseIds')?.split(',').length ?? 0, searchParams.get('resblockIds')]);
    return { ok: true, status: 200, headers: new Map(), json: () => Promise.resolve([]) };
  };
  Object.assign(globalThis, { fetch });
  await Promise.all(Array.from({ length: 31 }, (_, place) => loadLinks(row(place))));
  const together: typeof asked = [
    [30, '111111,222222'],
    [1, '111111'],
  ];
  expect(asked).toEqual(together);
  await loadLinks(row(1));
  expect(asked).toEqual([...together, [1, '222222']]);
});
