import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fakeModelKey, fakeGoogleSecret } from 'local/fakes/secret-parameters';
import * as z from 'zod';
import { leaks } from './leaks.ts';
import './localhost-names.ts';
import { noteUnused } from '../aws/unused-grants.ts';

/** Whoever builds the site has secrets of their own around. */
const around = 'canary-of-the-environment';

/** As local/src/main.ts prints it. */
const unused = 'Unused grant: ';

const main = fileURLToPath(new URL('../../../local/src/main.ts', import.meta.url));

export interface SiteOptions {
  /** Settings, as a person would give them. */
  env?: Record<string, string>;
  /** To start on what an earlier site left; otherwise the data is gone when the site stops. */
  dataDir?: string;
  /** Of the command line, as in `npm start -- --fresh`. */
  options?: string[];
}

export interface Site {
  origin: string;
  /** Everything that the site has printed. */
  output(): string;
  /** What may stand in no log and nothing that is deployed, besides what the site makes by itself. A test adds its own. */
  secrets: Set<string>;
  /** The `cookie` header of somebody who is signed in. */
  signIn(name: string): Promise<string>;
  /** Asks the control page: POST with a body, GET without. */
  control(path: string, body?: object): Promise<unknown>;
  /** Stops it as ctrl-c does. */
  stop(): Promise<void>;
  /** Kills it as a power cut would. */
  kill(): Promise<void>;
}

/** Starts the real site as a process of its own, on a free port. */
export async function startSite({ env = {}, dataDir, options = [] }: SiteOptions = {}): Promise<Site> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'site-'));
  const child = spawn(process.execPath, [main, ...options], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: folder, LIST_UNUSED_GRANTS: '1', SECRET: around, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const { LISTING_COOKIE: listingCookie } = env;
  const secrets = new Set([
    around,
    fakeModelKey,
    fakeGoogleSecret,
    ...(listingCookie === undefined ? [] : [listingCookie]),
  ]);
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => lines.push(line));
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      if (line.startsWith('ready ')) resolve(line.slice('ready '.length));
    });
    child.once('exit', () => reject(new Error(`The site did not start:\n${lines.join('\n')}`)));
  });

  async function end(signal: 'SIGINT' | 'SIGKILL') {
    child.kill(signal);
    await ended;
    const told = leaks({ dataDir: folder, printed: lines }, secrets);
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    if (told.length > 0) throw new Error(`A secret was written down:\n${told.join('\n')}`);
  }

  async function control(path: string, body?: object): Promise<unknown> {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${origin}/_local${path}`, body === undefined ? {} : init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  return {
    origin,
    control,
    output: () => lines.join('\n'),
    secrets,
    async signIn(name) {
      const { cookie } = z.object({ cookie: z.string() }).parse(await control('/sessions', { name }));
      secrets.add(cookie.slice(cookie.indexOf('=') + 1));
      return cookie;
    },
    async stop() {
      await end('SIGINT');
      noteUnused(lines.filter((line) => line.startsWith(unused)).map((line) => line.slice(unused.length)));
      // A grant that is missing is the cause of whatever failed: it is named last, where one looks first.
      const denials = lines.filter((line) => line.includes('is not authorized to perform'));
      if (denials.length > 0) throw new Error(`AccessDenied:\n${[...new Set(denials)].join('\n')}`);
    },
    kill: () => end('SIGKILL'),
  };
}
