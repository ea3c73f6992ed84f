import { describe, expect, it } from '@jest/globals';
import { markdownRows, measureMarkdown } from '../../bench/browser/markdown.ts';

describe('drawing a long answer', () => {
  it('is measured beside react-markdown on the same 32 KB', () => {
    const measured = measureMarkdown(1);
    expect(measured.bytes).toBe(32 * 1024);
    expect(measured.oursMs).toBeGreaterThan(0);
    expect(measured.theirsMs).toBeGreaterThan(measured.oursMs);
  }, 120_000);

  it('marks the goal as missed below a factor of ten', () => {
    expect(markdownRows({ bytes: 32_768, oursMs: 1, theirsMs: 11 })).toMatchObject([{ met: true }]);
    expect(markdownRows({ bytes: 32_768, oursMs: 1, theirsMs: 9 })).toMatchObject([{ met: false }]);
  });
});
