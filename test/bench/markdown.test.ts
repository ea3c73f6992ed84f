import { describe, expect, it } from '@jest/globals';
import { markdownRows, measureMarkdown } from '../../bench/browser/markdown.ts';

const rowsOf = (theirsMs: number, hostileMs: number) =>
  markdownRows({ bytes: 32_768, oursMs: 1, theirsMs, hostile: [{ name: 'lists', hostileMs, plainMs: 2 }] });

describe('drawing a long answer', () => {
  it('is measured beside react-markdown on the same 32 KB', () => {
    const measured = measureMarkdown(1);
    expect(measured.bytes).toBe(32 * 1024);
    expect(measured.oursMs).toBeGreaterThan(0);
    expect(measured.theirsMs).toBeGreaterThan(measured.oursMs);
    expect(measured.hostile.map(({ hostileMs, plainMs }) => hostileMs > 0 && plainMs > 0)).toEqual([true, true, true]);
  }, 120_000);

  it('marks the goal as missed below a factor of ten', () => {
    expect(rowsOf(11, 6)).toMatchObject([{ met: true }, { met: true }]);
    expect(rowsOf(9, 6)).toMatchObject([{ met: false }, { met: true }]);
  });

  it('marks the goal as missed when a hostile answer takes more than three times as long as a plain one', () => {
    expect(rowsOf(11, 6.1)).toMatchObject([{ met: true }, { met: false }]);
  });
});
