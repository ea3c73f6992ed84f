/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { renderHook, screen } from '@testing-library/react';
import type { House } from 'shared-types/contract/ljmonitor';
import { parseView, groupingOf } from 'web/features/ljmonitor/filters/view';
import { areAllNew, groupHouses } from 'web/features/ljmonitor/visit/group-houses';
import { GroupedHouseList } from 'web/features/ljmonitor/visit/grouped-house-list.tsx';
import { useCalmGroups } from 'web/features/ljmonitor/visit/use-calm-groups';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { house } from '../fixtures.ts';

const at = (houseId: string, resblockId: string, time: Date) =>
  house({ houseId, resblockId, createTime: time.getTime(), updateTime: time.getTime(), readTime: null });

const november = (day: number) => new Date(2026, 10, day, 8);

describe('grouped houses', () => {
  const now = new Date(2026, 10, 20, 9).getTime();
  const houses = [
    at('1', 'a', november(20)),
    at('2', 'b', november(19)),
    at('3', 'a', november(19)),
    at('4', 'c', november(7)),
    at('5', 'a', new Date(2025, 11, 31, 8)),
  ];
  const names = new Map([
    ['a', '柳荫里'],
    ['b', '青枫家园'],
  ]);
  const grouped = (group: 'day' | 'community' | undefined) =>
    groupHouses(houses, group, names, now).map((each) => [each.name, each.houses.map(({ houseId }) => houseId).join()]);

  it('stand below the names of their days', () => {
    expect(grouped('day')).toEqual([
      ['Today', '1'],
      ['Yesterday', '2,3'],
      ['7 November', '4'],
      ['31 December 2025', '5'],
    ]);
  });

  it('stand with the others of their community', () => {
    expect(grouped('community')).toEqual([
      ['柳荫里', '1,3,5'],
      ['青枫家园', '2'],
      ['', '4'],
    ]);
  });

  it('are one group without a name in another order', () => {
    expect(grouped(undefined)).toEqual([['', '1,2,3,4,5']]);
  });

  it.each([
    ['', 'day'],
    ['group=community', 'day'],
    ['unread=true&group=community', 'community'],
    ['order=price', undefined],
    ['order=price&unread=true&group=day', 'day'],
    ['starred=true', undefined],
  ])('are chosen by %j: %s', (search, group) => {
    expect(groupingOf(parseView(new URLSearchParams(search)))).toBe(group);
  });
});

const read = (each: House): House => ({ ...each, readTime: each.updateTime + 1 });

const watch = (houses: House[], smallest = 3) =>
  renderHook(({ group, view, isStale }) => useCalmGroups(group, { view, isStale, smallest })(group), {
    initialProps: { group: houses, view: '', isStale: false },
  });

describe('a group', () => {
  const unread = ['1', '2', '3'].map((houseId) => at(houseId, 'a', november(20)));

  it('is calm when all of it was unread at first sight, and stays so', () => {
    const { result, rerender } = watch(unread);
    expect(result.current).toBe(true);
    const group = unread.map(read);
    rerender({ group, view: '', isStale: false });
    expect(result.current).toBe(true);
    rerender({ group, view: '?order=price', isStale: true });
    expect(result.current).toBe(true);
    rerender({ group, view: '?order=price', isStale: false });
    expect(result.current).toBe(false);
  });

  it('becomes calm when it has grown, also if some of it has been read meanwhile', () => {
    const [first, ...others] = unread;
    if (!first) throw new Error('no house');
    const { result, rerender } = watch([first]);
    expect(result.current).toBe(false);
    rerender({ group: [read(first), ...others], view: '', isStale: false });
    expect(result.current).toBe(true);
  });

  it('is calm no longer when others come that have been read', () => {
    const { result, rerender } = watch(unread);
    rerender({ group: [...unread, read(at('4', 'a', november(20)))], view: '', isStale: false });
    expect(result.current).toBe(false);
  });

  it('has nothing of the one that had its name the day before', () => {
    const { result, rerender } = watch(unread);
    const nextDay = ['5', '6', '7'].map((houseId) => read(at(houseId, 'a', november(21))));
    rerender({ group: nextDay, view: '', isStale: false });
    expect(result.current).toBe(false);
  });

  it.each([
    ['some of it has been read', unread.map((each, index) => (index === 0 ? read(each) : each)), 3],
    ['it is small', unread, 4],
  ])('is not calm when %s', (_, houses, smallest) => {
    expect(watch(houses, smallest).result.current).toBe(false);
  });

  it('is all new until one of its houses changes, also once they are read', () => {
    expect(areAllNew([...unread, ...unread.map(read)])).toBe(true);
    expect(areAllNew([...unread, house({ updateTime: 3_000, changeTimes: { title: 3_000 } })])).toBe(false);
  });
});

const rows = () => screen.getAllByRole('listitem').filter((row) => row.dataset['house'] !== undefined);

const newsOf = () => rows().map((row) => row.querySelector('p')?.textContent);

describe('the rows of a day', () => {
  const day = new Date(2020, 10, 7);
  const houses = [9, 9, 8].map((hour, index) =>
    at(`10000000000${index}`, 'a', new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour)),
  );
  const show = (isNews: boolean, all: House[] = houses) =>
    renderPart(
      <GroupedHouseList houses={all} names={new Map()} isStale={false} hasMore={false} group="day" isNews={isNews} />,
    );

  it('leave out what the heading and the row above say', () => {
    show(true);
    expect(rows()[0]?.firstElementChild?.textContent).toBe('7 November 2020 · all new');
    expect(newsOf()).toEqual(['09:00', '', '08:00']);
  });

  it('say what is new about each where they differ', () => {
    const [one = house(), ...others] = houses;
    show(true, [{ ...one, createTime: one.createTime - 9, changeTimes: { title: one.updateTime } }, ...others]);
    expect(rows()[0]?.firstElementChild?.textContent).toBe('7 November 2020');
    expect(newsOf()).toEqual(['NewTitle changed09:00', 'New', 'New08:00']);
  });

  it('are in color, with their news, where they are few among others', () => {
    show(false);
    expect(newsOf()).toEqual(['New09:00', 'New', 'New08:00']);
  });
});
