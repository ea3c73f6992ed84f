import { beforeEach, expect, it } from '@jest/globals';
import { loadLinks } from 'web/features/ljmonitor/relisted/load-links';

const row = (place: number) => ({ houseId: `${1_000_000 + place}`, resblockId: place % 2 === 0 ? '111111' : '222222' });

const asked: [number, string | null][] = [];
const stays = new AbortController().signal;

beforeEach(() => {
  asked.length = 0;
  const fetch = async (address: string) => {
    const { searchParams } = new URL(address, 'https://home.test');
    asked.push([searchParams.get('houseIds')?.split(',').length ?? 0, searchParams.get('resblockIds')]);
    return { ok: true, status: 200, headers: new Map(), json: () => Promise.resolve([]) };
  };
  Object.assign(globalThis, { fetch });
});

it('the links of rows that appear together are asked for by one call, as long as it takes all of them', async () => {
  await Promise.all(Array.from({ length: 31 }, (_, place) => loadLinks(row(place), stays)));
  const together: typeof asked = [
    [30, '111111,222222'],
    [1, '111111'],
  ];
  expect(asked).toEqual(together);
  await loadLinks(row(1), stays);
  expect(asked).toEqual([...together, [1, '222222']]);
});

it('the links of a row that is gone again are not asked for', async () => {
  const gone = new AbortController();
  const links = [loadLinks(row(1), gone.signal), loadLinks(row(2), stays)];
  gone.abort();
  await Promise.all(links);
  expect(asked).toEqual([[1, '111111']]);
});

it('without a row there is no call', async () => {
  const gone = new AbortController();
  const links = loadLinks(row(1), gone.signal);
  gone.abort();
  expect(await links).toEqual([]);
  expect(asked).toEqual([]);
});
