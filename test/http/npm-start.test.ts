import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createShutdown } from 'local/startup/on-shutdown';
import { lockDataDirectory } from 'local/startup/startup-lock';
import { processesIn } from '../support/commands/processes.ts';
import { eventually } from '../support/eventually.ts';
import { ask } from '../support/site/caller.ts';
import { sendRaw } from '../support/site/raw-request.ts';
import { type Site, startSite } from '../support/site/site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const main = join(root, 'local/src/main.ts');

/** Runs a start that fails. Returns its message and exit code. */
const failedStart = (env: Record<string, string>, script = main) =>
  new Promise<{ code: unknown; message: string }>((resolve) => {
    const options = { env: { PATH: process.env['PATH'], PORT: '0', ...env } };
    execFile(process.execPath, [script], options, (error, stdout, stderr) =>
      resolve({ code: error?.code, message: (stderr || stdout).trim() }),
    );
  });

function newFolder(place: string, prefix: string): string {
  mkdirSync(place, { recursive: true });
  return mkdtempSync(join(place, prefix));
}

async function health({ origin }: Site): Promise<number> {
  return (await sendRaw(origin, { method: 'GET', path: '/api/health' })).status;
}

describe('npm start', () => {
  // By default the data are in the project's folder, whose package.json is then above them.
  const dataDir = newFolder(join(root, '.cache'), 'start-');
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ dataDir });
  }, 240_000);
  afterAll(async () => {
    await site.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('prints every address, and its own at the end', () => {
    expect(site.output()).toMatch(/Site +http:\/\/p(\d+)\.localhost:\1\n/);
    expect(site.output()).toMatch(new RegExp(`\nready ${site.origin}$`));
  });

  it.each([
    ['the port is taken', () => ({ PORT: new URL(site.origin).port, DATA_DIR: `${dataDir}-2` }), /^Port \d+ is in use/],
    ['another site uses the data directory', () => ({ DATA_DIR: dataDir }), /is in use by another running site/],
    [
      'the data directory cannot be written to',
      () => ({ DATA_DIR: main }),
      /cannot be written to\. Choose another one with DATA_DIR/,
    ],
    [
      'the data directory cannot be created',
      () => ({ DATA_DIR: '/proc/none/data' }),
      /cannot be written to\. Choose another one with DATA_DIR/,
    ],
    ['a setting is invalid', () => ({ PORT: 'x' }), /^PORT must be a number/],
  ])(
    'fails in one sentence when %s',
    async (_, env, sentence) => {
      const { code, message } = await failedStart(env());
      expect(message).toMatch(sentence);
      expect(message).not.toContain('\n');
      expect(code).toBe(1);
    },
    240_000,
  );

  it('asks for npm ci when no packages are installed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fresh-clone-'));
    mkdirSync(join(folder, 'local'));
    cpSync(join(root, 'local/start.js'), join(folder, 'local/start.mjs'));
    const { code, message } = await failedStart({}, join(folder, 'local/start.mjs'));
    expect({ code, message }).toEqual({ code: 1, message: 'Run npm ci first.' });
    rmSync(folder, { recursive: true });
  });

  it('runs beside another site, which has a host name and so cookies of its own', async () => {
    const other = await startSite();
    expect(new URL(other.origin).hostname).not.toBe(new URL(site.origin).hostname);
    expect([await health(site), await health(other)]).toEqual([200, 200]);
    await other.stop();
    expect(await health(site)).toBe(200);
  }, 240_000);

  it('keeps acknowledged writes and leaves no process when it is killed', async () => {
    const cookie = await site.signIn('Ann');
    await site.kill();
    await eventually(() => processesIn(dataDir).length === 0);
    site = await startSite({ dataDir });
    const session = await ask(site.origin, 'GET /api/auth/session', { cookie });
    expect(session.status).toBe(200);
  }, 240_000);

  it('stops on SIGTERM when npm runs it, and leaves no process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'npm-start-'));
    const env = { ...process.env, PORT: '0', DATA_DIR: folder };
    const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] });
    const exited = new Promise((resolve) => npm.once('exit', resolve));
    let output = '';
    npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await eventually(() => /^ready /m.test(output), 240_000);
    expect(processesIn(folder)).not.toEqual([]);
    npm.kill('SIGTERM');
    await exited;
    expect(processesIn(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  }, 240_000);

  it('stops on Ctrl-C, leaves no process, and no file that --fresh would keep', async () => {
    const other = mkdtempSync(join(tmpdir(), 'start-'));
    const stopped = await startSite({ dataDir: other });
    expect(processesIn(other)).not.toEqual([]);
    await stopped.stop();
    expect(processesIn(other)).toEqual([]);
    const { onShutdown, shutDown } = createShutdown();
    lockDataDirectory({ dataDir: other, fresh: true }, onShutdown);
    await shutDown();
    expect(readdirSync(other)).toEqual(['format', 'in-use.lock']);
    rmSync(other, { recursive: true });
  }, 240_000);

  it('deletes its own data with --fresh, and no other files', async () => {
    const cookie = await site.signIn('Ann');
    writeFileSync(join(dataDir, 'diary.txt'), 'mine');
    await site.stop();
    site = await startSite({ dataDir, options: ['--fresh'] });
    const session = await ask(site.origin, 'GET /api/auth/session', { cookie });
    expect(session.status).toBe(401);
    expect(readdirSync(dataDir)).toContain('diary.txt');
  }, 240_000);
});
