import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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
    expect(readdirSync(dataDir).filter((name) => !name.startsWith('in-use.lock'))).toEqual(['diary.txt']);
  });
});
