import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createShutdown } from 'local/startup/on-shutdown';
import { lockDataDirectory } from 'local/startup/startup-lock';

describe('the lock of a data directory', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'data-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('refuses a second site until the first one has stopped', async () => {
    const first = createShutdown();
    const second = createShutdown();
    lockDataDirectory({ dataDir, fresh: false }, first.onShutdown);
    const lockAgain = () => lockDataDirectory({ dataDir, fresh: false }, second.onShutdown);
    expect(lockAgain).toThrow('is in use by another running site');
    await first.shutDown();
    expect(lockAgain).not.toThrow();
    await second.shutDown();
  });

  it('deletes the data of every service with --fresh, and no other file', async () => {
    const { onShutdown, shutDown } = createShutdown();
    for (const name of ['google.json', 'model.json', 'parameters.json', 'sqs.sqlite', 'diary.txt'])
      writeFileSync(join(dataDir, name), '{}');
    lockDataDirectory({ dataDir, fresh: true }, onShutdown);
    await shutDown();
    expect(readdirSync(dataDir).filter((name) => !name.startsWith('in-use.lock'))).toEqual(['diary.txt', 'format']);
  });

  it.each([undefined, '1'])('refuses the rows of an earlier version, of format %j, and keeps them', async (format) => {
    mkdirSync(join(dataDir, 'dynamodb'));
    if (format !== undefined) writeFileSync(join(dataDir, 'format'), format);
    const { onShutdown, shutDown } = createShutdown();
    expect(() => lockDataDirectory({ dataDir, fresh: false }, onShutdown)).toThrow(
      /has the data of an earlier version of this site\. Delete it with npm start -- --fresh, or choose another directory/,
    );
    await shutDown();
    expect(readdirSync(dataDir)).toContain('dynamodb');
    const again = createShutdown();
    lockDataDirectory({ dataDir, fresh: true }, again.onShutdown);
    await again.shutDown();
    mkdirSync(join(dataDir, 'dynamodb'));
    const later = createShutdown();
    lockDataDirectory({ dataDir, fresh: false }, later.onShutdown);
    await later.shutDown();
    expect(readFileSync(join(dataDir, 'format'), 'utf8')).toBe('2');
  });
});
