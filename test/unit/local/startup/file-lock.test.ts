import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { takeFileLock, withFileLock } from 'local/startup/file-lock';

const folder = mkdtempSync(join(tmpdir(), 'lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a file lock', () => {
  it('is taken once until it is released', () => {
    const file = join(folder, 'once');
    const release = takeFileLock(file);
    expect(takeFileLock(file)).toBeUndefined();
    release?.();
    const again = takeFileLock(file);
    expect(again).toBeDefined();
    again?.();
  });

  it('lets one process work at a time', async () => {
    const file = join(folder, 'two');
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} in`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push(`${name} out`);
    };
    await Promise.all([withFileLock(file, work('a')), withFileLock(file, work('b'))]);
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out']);
  });
});
