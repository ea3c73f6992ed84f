import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fakeModelKey, fakeGoogleSecret } from 'local/fakes/secret-parameters';
import * as z from 'zod';
import { leaks } from './leaks.ts';
import { sendRaw } from './raw-request.ts';
import { noteUnused } from '../aws/unused-grants.ts';

/** A secret in the environment of the start. It must not reach the site. */
const environmentSecret = 'canary-of-the-environment';

/** The requests of a second to the routes of signing in. A test makes as many in a minute as people in a year. */
export const manySignIns = '10000';

/** A title that changes by itself after the first answer is tested where it is meant. */
export const noTitles = 'none';

/** The prefix that local/src/main.ts prints. */
const unusedPrefix = 'Unused grant: ';

const main = fileURLToPath(new URL('../../../local/src/main.ts', import.meta.url));

export interface SiteOptions {
  /** The settings in the environment. */
  env?: Record<string, string>;
  /** The data directory of an earlier site. Without it the data is deleted when the site stops. */
  dataDir?: string;
  /** Options of the command line, such as `--fresh`. */
  options?: string[];
}

export interface Site {
  origin: string;
  /** Returns everything that the site has printed. */
  output(): string;
  /** The secrets that no log and no deployed file may contain, besides those that the site generates. Tests add their own. */
  secrets: Set<string>;
  /** Signs a person in and returns the `cookie` header. */
  signIn(name: string): Promise<string>;
  /** Calls `/_local`: POST with a body, GET without. */
  control(path: string, body?: object): Promise<unknown>;
  /** Stops the site as Ctrl-C does. */
  stop(): Promise<void>;
  /** Kills the site as a power cut would. */
  kill(): Promise<void>;
}

/** Starts the real site as a separate process on a free port. */
export async function startSite({ env = {}, dataDir, options = [] }: SiteOptions = {}): Promise<Site> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'site-'));
  const child = spawn(process.execPath, [main, ...options], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: folder,
      LIST_UNUSED_GRANTS: '1',
      LOCAL_ROUTE_RATE: manySignIns,
      CHAT_TITLE_MODEL: noTitles,
      SECRET: environmentSecret,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const { LISTING_COOKIE: listingCookie } = env;
  const secrets = new Set([
    environmentSecret,
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
    const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await sendRaw(origin, { method: body ? 'POST' : 'GET', path: `/_local${path}`, ...sent });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
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
      noteUnused(lines.filter((line) => line.startsWith(unusedPrefix)).map((line) => line.slice(unusedPrefix.length)));
      // A missing permission is the likely cause of a failed test, so it is reported last.
      const denials = lines.filter((line) => line.includes('is not authorized to perform'));
      if (denials.length > 0) throw new Error(`AccessDenied:\n${[...new Set(denials)].join('\n')}`);
    },
    kill: () => end('SIGKILL'),
  };
}
