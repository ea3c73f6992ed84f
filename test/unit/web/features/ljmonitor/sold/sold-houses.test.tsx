/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { MedianChart } from 'web/features/ljmonitor/charts/median-chart.tsx';
import { describeHandedIn } from 'web/features/ljmonitor/hand-in/describe-handed-in';
import { HouseHistory } from 'web/features/ljmonitor/history/house-history.tsx';
import { HouseList } from 'web/features/ljmonitor/houses/house-list.tsx';
import { HouseRow } from 'web/features/ljmonitor/houses/house-row.tsx';
import RemovedHouses from 'web/features/ljmonitor/visit/removed-houses.tsx';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';
import { house, resblock } from '../fixtures.ts';

const day = (text: string) => Date.parse(`${text}T04:00:00Z`);
const removedAt = day('2020-10-10');
const gone = (houseId: string) =>
  house({
    houseId,
    removed: true,
    updateTime: removedAt,
    readTime: removedAt + 1,
    changeTimes: { removed: removedAt },
  });
const sale = {
  houseId: '1000001',
  price: 310,
  unitPrice: 60_000,
  date: '2020-10-04',
  days: 35,
  askedPrice: 325,
  loadedAt: day('2020-11-20'),
};
const url = 'https://listing.example/chengjiao/c111111/';
const key = 'GET /api/ljmonitor/sold?resblockId=111111';
const sold = (sales: readonly object[], readings: readonly object[] = []) => ({ body: { url, sales, readings } });
/** The list has no more houses, and no other one is loading. */
const asWhole = { isStale: false, hasMore: false };
const whole = { readAt: day('2020-11-20'), backTo: null };

/** The call for the sales of some houses. */
const keyOf = (...houseIds: string[]) => `${key}&houseIds=${houseIds.join('%2C')}`;

type Given = NonNullable<NonNullable<RenderOptions['answers']>[string]>;

const showRow = (houseId: string, response: Given) =>
  renderPart(<HouseRow house={gone(houseId)} community={undefined} index={0} setSize={1} />, {
    answers: { [keyOf(houseId)]: response },
  });

describe('the label of a removed house', () => {
  it('is its sale when a page of sold houses shows it', async () => {
    showRow('1000001', sold([sale]));
    expect(await screen.findByText('Sold · 310 万 · 2020-10-04')).toBeTruthy();
  });

  it('is withdrawn when the pages would show its sale', async () => {
    showRow('1000002', sold([sale], [whole]));
    expect(await screen.findByText('Withdrawn')).toBeTruthy();
  });

  it.each([
    ['nothing is known', sold([])],
    ['the sold houses cannot be loaded', { status: 500, body: { code: 'internal', message: 'Broken.' } }],
  ])('is removed while %s', async (_, response) => {
    showRow('1000003', response);
    expect(await screen.findByText('Removed')).toBeTruthy();
  });
});

it('the sales of removed houses that appear together are asked for at once, for each community', async () => {
  const other = { ...gone('1000003'), resblockId: '222222' };
  const ofOther = 'GET /api/ljmonitor/sold?resblockId=222222&houseIds=1000003';
  const list = <HouseList houses={[gone('1000001'), other, gone('1000002')]} names={new Map()} {...asWhole} />;
  const { sent } = renderPart(list, {
    answers: {
      [keyOf('1000001', '1000002')]: sold([sale], [whole]),
      [ofOther]: { status: 500, body: { code: 'internal', message: 'Broken.' } },
    },
  });
  expect(await screen.findByText('Sold · 310 万 · 2020-10-04')).toBeTruthy();
  expect(await screen.findByText('Withdrawn')).toBeTruthy();
  expect(await screen.findByText('Removed')).toBeTruthy();
  const asked = sent.flatMap(({ call }) => (call.includes('/sold') ? [call] : []));
  expect(asked).toEqual([keyOf('1000001', '1000002'), ofOther]);
});

const showFolded = (houseIds: readonly string[], answers: NonNullable<RenderOptions['answers']>) =>
  renderPart(<RemovedHouses houses={houseIds.map(gone)} names={new Map()} {...asWhole} />, { answers });

describe('the folded houses', () => {
  it('are counted by what became of them', async () => {
    showFolded(['1000001', '1000002'], { [keyOf('1000001', '1000002')]: sold([sale], [whole]) });
    expect(screen.getByText('2 removed houses')).toBeTruthy();
    expect(await screen.findByText('2 removed houses: 1 sold, 1 withdrawn')).toBeTruthy();
  });

  it('are found among all sales of their community when one call does not take them', async () => {
    const houseIds = Array.from({ length: 31 }, (_, place) => String(1_000_001 + place));
    const { sent } = showFolded(houseIds, { [key]: sold([sale]) });
    expect(await screen.findByText('31 removed houses: 1 sold')).toBeTruthy();
    expect(sent.map(({ call }) => call)).toEqual([key]);
  });
});

const stats = [
  { time: day('2020-10-20'), medianUnitPrice: 62_000, count: 6 },
  { time: day('2020-11-20'), medianUnitPrice: 64_000, count: 6 },
];

describe('the history of a house', () => {
  it('says what became of it, and compares its price with the medians', async () => {
    renderPart(<HouseHistory house={gone('1000001')} />, {
      answers: {
        'GET /api/ljmonitor/house/{houseId}/history': { body: [] },
        'GET /api/ljmonitor/house/1000001/history': { body: [] },
        'GET /api/ljmonitor/resblock/111111/stats': { body: stats },
        [key]: sold([sale]),
      },
    });
    expect(await screen.findByText(/^Sold for 310 万 on 2020-10-04\./)).toBeTruthy();
    expect(
      await screen.findByText(
        '60,000 元/㎡ is 6% below the community’s median asking price in November 2020, 64,000 元/㎡.',
      ),
    ).toBeTruthy();
  });
});

const showMedians = (response: Given) =>
  renderPart(<MedianChart resblock={resblock({ resblockId: '111111' })} />, {
    answers: { 'GET /api/ljmonitor/resblock/111111/stats': { body: stats }, [key]: response },
  });

describe('the medians of a community', () => {
  it('are those of asked and of sold prices, also by month', async () => {
    showMedians(sold([sale, { ...sale, houseId: '1000002', unitPrice: null, price: null }]));
    fireEvent.click(await screen.findByText('By month, in 元/㎡'));
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toContain('2020-1062,00060,0001');
    expect(rows).toContain('2020-1164,000–0');
    expect(screen.getAllByText('Sold').length).toBe(2);
  });

  it('say how to bring sold houses while there are none', async () => {
    showMedians(sold([]));
    expect((await screen.findByRole('link', { name: 'sold houses on the listing site' })).getAttribute('href')).toBe(
      url,
    );
  });

  it('say when the sold houses cannot be loaded', async () => {
    showMedians({ status: 500, body: { code: 'internal', message: 'Broken.' } });
    expect(await screen.findByText(/Could not load the sold houses\./)).toBeTruthy();
  });
});

describe('a page of sold houses that is handed in', () => {
  const handedIn = {
    outcome: 'sold' as const,
    reason: null,
    resblockId: '1111027378022',
    name: '六铺炕',
    page: 1,
    pages: 2,
    sales: 30,
    withoutPrice: 2,
    backTo: '2020-06-01',
    isWhole: false,
  };

  it.each([
    [{}, '六铺炕, page 1 of 2: 30 sales, 28 with a price. All sales since 2020-06-01 are known now.'],
    [
      { withoutPrice: 30, backTo: null, isWhole: true },
      '30 sales, none with a price. All sold houses of this community',
    ],
    [{ sales: 1, withoutPrice: 0, backTo: null, page: 2 }, 'page 2 of 2: 1 sale. Hand in the first page, too'],
    [
      { sales: 0, withoutPrice: 0, backTo: null, page: 1, pages: 1 },
      'page 1 of 1: 0 sales. This page does not show whether there are other sales.',
    ],
    [
      { outcome: 'refused' as const, reason: 'This page is a captcha.' },
      '六铺炕, page 1 of 2: This page is a captcha.',
    ],
  ])('says what is known now: %j', (change, text) => {
    expect(describeHandedIn({ ...handedIn, ...change })).toContain(text);
  });
});
