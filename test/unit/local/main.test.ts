import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Site, startSite } from '../../support/site/site.ts';

const main = fileURLToPath(new URL('../../../local/src/main.ts', import.meta.url));

/** A start that fails: what it says, and its exit code. */
const failedStart = (env: Record<string, string>) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, [main], { env: { PATH: process.env['PATH'], PORT: '0', ...env } }, (error, out, said) =>
      resolve({ code: error?.code, said: said || out }),
    );
  });

/** The processes that work in a folder, as far as the system tells. */
function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readlinkSync(`/proc/${id}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
}

async function health({ origin }: Site): Promise<number> {
  return (await fetch(`${origin}/api/health`)).status;
}

describe('npm start', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'start-'));
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ dataDir });
  }, 60_000);
  afterAll(async () => {
    await site.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('says where everything is, and ends with the address', () => {
    expect(site.output()).toMatch(/Site +http:\/\/p(\d+)\.localhost:\1\n/);
    expect(site.output()).toMatch(new RegExp(`\nready ${site.origin}$`));
  });

  it.each([
    ['the port is taken', () => ({ PORT: new URL(site.origin).port, DATA_DIR: `${dataDir}-2` }), /^Port \d+ is in use/],
    ['another site uses the data', () => ({ DATA_DIR: dataDir }), /is in use by another running site/],
    [
      'the data cannot be written',
      () => ({ DATA_DIR: main }),
      /cannot be written to\. Choose another one with DATA_DIR/,
    ],
    [
      'the data would be where nothing can be made',
      () => ({ DATA_DIR: '/proc/none/data' }),
      /cannot be written to\. Choose another one with DATA_DIR/,
    ],
    ['a setting makes no sense', () => ({ PORT: 'x' }), /^PORT must be a number/],
  ])(
    'fails in one sentence when %s',
    async (_, env, sentence) => {
      const { code, said } = await failedStart(env());
      expect(said.trim()).toMatch(sentence);
      expect(said.trim()).not.toContain('\n');
      expect(code).toBe(1);
    },
    60_000,
  );

  it('runs beside another site', async () => {
    const other = await startSite();
    expect([await health(site), await health(other)]).toEqual([200, 200]);
    await other.stop();
    expect(await health(site)).toBe(200);
  }, 60_000);

  it('keeps what was acknowledged when it is killed, and leaves no process', async () => {
    const cookie = await site.signIn('Ann');
    await site.kill();
    await pause(500);
    expect(processesIn(dataDir)).toEqual([]);
    site = await startSite({ dataDir });
    const session = await fetch(`${site.origin}/api/auth/session`, { headers: { cookie } });
    expect(session.status).toBe(200);
  }, 60_000);

  it('stops on ctrl-c and leaves no process', async () => {
    const other = mkdtempSync(join(tmpdir(), 'start-'));
    const stopped = await startSite({ dataDir: other });
    expect(processesIn(other)).not.toEqual([]);
    await stopped.stop();
    expect(processesIn(other)).toEqual([]);
    rmSync(other, { recursive: true });
  }, 60_000);

  it('forgets its data with --fresh, and nobody else’s', async () => {
    const cookie = await site.signIn('Ann');
    writeFileSync(join(dataDir, 'diary.txt'), 'mine');
    await site.stop();
    site = await startSite({ dataDir, options: ['--fresh'] });
    const session = await fetch(`${site.origin}/api/auth/session`, { headers: { cookie } });
    expect(session.status).toBe(401);
    expect(readdirSync(dataDir)).toContain('diary.txt');
  }, 60_000);
});
