import { describe, expect, it } from '@jest/globals';
import { row } from '../../bench/row.ts';
import { tableOf } from '../../bench/table.ts';

describe('the table of the benchmark', () => {
  it('aligns its columns and marks missed goals', () => {
    const rows = [row(1, 'short', '1.00×', '≤ 1.25×', true), row(12, 'much longer', '2 s', '≤ 1 s', false)];
    expect(tableOf(rows).split('\n')).toEqual([
      '#   what         value  goal     met',
      '1   short        1.00×  ≤ 1.25×  yes',
      '12  much longer  2 s    ≤ 1 s    NO',
    ]);
  });
});
