import { describe, expect, it } from '@jest/globals';
import { defaultNewsRules, dueTimeOf } from 'shared-types/rules/notify/news-rules';
import { shareLines } from 'shared-types/rules/notify/share-lines';

const at = (time: string) => Date.parse(`2026-03-${time}:00+08:00`);
const clock = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

describe('dueTimeOf', () => {
  it.each([
    ['in the day', '01T12:00', '01T12:00'],
    ['at the beginning', '01T22:30', '02T07:00'],
    ['before midnight', '01T23:59', '02T07:00'],
    ['after midnight', '02T00:00', '02T07:00'],
    ['at the end', '02T07:00', '02T07:00'],
  ])('waits for the end of quiet hours over midnight: %s', (_, now, due) => {
    const quiet = { from: clock('22:30'), to: clock('07:00') };
    expect(dueTimeOf({ ...defaultNewsRules, quiet }, at(now))).toBe(at(due));
  });

  it.each([
    ['01T12:59', '01T12:59'],
    ['01T13:00', '01T15:00'],
    ['01T15:00', '01T15:00'],
  ])('waits for the end of quiet hours within a day: %s', (now, due) => {
    const quiet = { from: clock('13:00'), to: clock('15:00') };
    expect(dueTimeOf({ ...defaultNewsRules, quiet }, at(now))).toBe(at(due));
  });

  it.each([
    ['01T08:29', '01T08:30'],
    ['01T08:30', '02T08:30'],
    ['01T23:00', '02T08:30'],
  ])('waits for the next digest, also in quiet hours: %s', (now, due) => {
    const rules = { ...defaultNewsRules, digestAt: clock('08:30'), quiet: { from: 0, to: 1439 } };
    expect(dueTimeOf(rules, at(now))).toBe(at(due));
  });

  it('sends a digest an hour later when a change of the clocks skips its time', () => {
    const rules = { ...defaultNewsRules, digestAt: clock('02:30'), timeZone: 'Europe/Berlin' };
    expect(dueTimeOf(rules, Date.parse('2026-03-29T00:00:00Z'))).toBe(Date.parse('2026-03-29T01:30:00Z'));
  });
});

const utc = (time: string) => Date.parse(`2026-10-${time}:00Z`);

// In Berlin, the hour from 02:00 comes twice on this day: from 00:00 and from 01:00 UTC.
describe('dueTimeOf on the day with an hour that comes twice', () => {
  const rules = { ...defaultNewsRules, timeZone: 'Europe/Berlin' };

  it.each([
    ['before it', '25T00:10', '25T00:30'],
    ['at its first time', '25T00:30', '26T01:30'],
    ['after its first time', '25T00:45', '26T01:30'],
    ['before its second time', '25T01:10', '26T01:30'],
    ['after it', '25T02:00', '26T01:30'],
  ])('has one digest: %s', (_, now, due) => {
    expect(dueTimeOf({ ...rules, digestAt: clock('02:30') }, utc(now))).toBe(utc(due));
  });

  it.each([
    ['22:00', '02:30', '25T00:15', '25T00:30'],
    ['22:00', '02:30', '25T00:45', '25T00:45'],
    ['22:00', '02:30', '25T01:15', '25T01:30'],
    ['22:00', '02:30', '25T01:30', '25T01:30'],
    ['02:15', '02:45', '25T00:20', '25T00:45'],
    ['02:15', '02:45', '25T01:20', '25T01:45'],
    ['22:00', '07:00', '24T21:00', '25T06:00'],
    ['22:00', '07:00', '25T01:15', '25T06:00'],
  ])('waits for the next end of the quiet hours from %s to %s: at %s until %s', (from, to, now, due) => {
    expect(dueTimeOf({ ...rules, quiet: { from: clock(from), to: clock(to) } }, utc(now))).toBe(utc(due));
  });
});

describe('dueTimeOf on the day that misses an hour', () => {
  it.each([
    ['22:00', '02:30', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'],
    ['22:00', '07:00', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z'],
  ])('waits for the end of the quiet hours from %s to %s', (from, to, now, due) => {
    const quiet = { from: clock(from), to: clock(to) };
    const rules = { ...defaultNewsRules, timeZone: 'Europe/Berlin', quiet };
    expect(dueTimeOf(rules, Date.parse(now))).toBe(Date.parse(due));
  });
});

describe('shareLines', () => {
  it('gives the lines that small groups leave to the large one', () => {
    expect(shareLines([300, 2, 5], 30)).toEqual([23, 2, 5]);
  });

  it('gives each group one line at least', () => {
    expect(shareLines([300, 1, 1, 1], 2)).toEqual([1, 1, 1, 1]);
  });
});
