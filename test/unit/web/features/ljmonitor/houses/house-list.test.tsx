/** @jest-environment jsdom */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { HouseList } from 'web/features/ljmonitor/houses/house-list.tsx';
import { choose } from 'web/lib/preferences/preferences';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { house } from '../fixtures.ts';

const rowPx = 100;

/** jsdom lays nothing out. These are the parts of a layout that the list asks for. */
const layout = {
  offsetHeight: { configurable: true, get: () => rowPx },
};
const original = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight') ?? {};
beforeAll(() => {
  Object.defineProperties(HTMLElement.prototype, layout);
  Object.assign(document, { elementsFromPoint: () => [] });
  Object.assign(window, { scrollTo: () => {} });
});
afterAll(() => void Object.defineProperty(HTMLElement.prototype, 'offsetHeight', original));

const housesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => house({ houseId: `${100_000_000_000 + index}` }));

const show = (count: number, hasMore = false) =>
  renderPart(<HouseList houses={housesOf(count)} names={new Map()} isStale={false} hasMore={hasMore} />);

// Looking for roles takes seconds in a document of this size.
const rows = () => [...document.querySelectorAll<HTMLElement>('li[data-house]')];
const height = () => Number.parseInt(rows()[0]?.parentElement?.style.height ?? '', 10);
const linkOf = (index: number) => document.querySelector<HTMLElement>(`#house-${100_000_000_000 + index}`);
const placeOf = (row: HTMLElement | undefined) => [
  row?.getAttribute('aria-posinset'),
  row?.getAttribute('aria-setsize'),
];

describe('a list of houses', () => {
  it('says which of how many houses a row is', () => {
    show(3);
    expect(rows().map(placeOf)).toEqual([
      ['1', '3'],
      ['2', '3'],
      ['3', '3'],
    ]);
  });

  it('does not know its size before it is loaded', () => {
    show(2, true);
    expect(placeOf(rows()[1])).toEqual(['2', '-1']);
  });

  it('has only the rows near the window in the document when it is long', async () => {
    show(600);
    await waitFor(() => expect(rows().length).toBeLessThan(40));
    expect(placeOf(rows()[0])).toEqual(['1', '600']);
    // A row that was in sight has its own height, and others the usual one, which is a little less.
    expect(height()).toBeLessThanOrEqual(600 * rowPx);
    expect(height()).toBeGreaterThan(0.97 * 600 * rowPx);
  });

  it('keeps the row with the focus when it is scrolled out of sight', async () => {
    show(600);
    await waitFor(() => expect(rows().length).toBeLessThan(40));
    act(() => linkOf(1)?.focus());
    Object.assign(window, { scrollY: 30_000 });
    fireEvent.scroll(window);
    await waitFor(() => expect(linkOf(5)).toBeNull());
    expect(document.activeElement).toBe(linkOf(1));
    expect(linkOf(2)).not.toBeNull();
    Object.assign(window, { scrollY: 0 });
  });

  it('prints the first 500 rows', async () => {
    show(600);
    await waitFor(() => expect(rows().length).toBeLessThan(40));
    fireEvent(window, new Event('beforeprint'));
    expect(rows()).toHaveLength(500);
    fireEvent(window, new Event('afterprint'));
    await waitFor(() => expect(rows().length).toBeLessThan(40));
  });

  it('knows the height of rows that it has not shown in either density', async () => {
    show(600);
    await waitFor(() => expect(rows().length).toBeLessThan(40));
    const comfortable = height();
    act(() => choose({ density: 'compact' }));
    await waitFor(() => expect(height()).toBeLessThan(comfortable / 1.5));
    act(() => choose({ density: 'comfortable' }));
    await waitFor(() => expect(height()).toBeGreaterThan(comfortable / 1.2));
  });
});
