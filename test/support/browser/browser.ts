import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type LaunchOptions } from '@playwright/test';
import * as z from 'zod';

const root = join(import.meta.dirname, '..', '..', '..');
const cache = join(root, '.cache');
const packageText = readFileSync(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8');
const { version } = z.object({ version: z.string() }).parse(JSON.parse(packageText));
/** Named by the version, so that an update of the package is unpacked in its turn. */
const unpacked = join(cache, `chromium-${version}`);

/** Launches the Chromium that came with `npm ci`. A browser that the machine has is never used: tests would depend on it. */
export function launchBrowser(): Promise<Browser> {
  unpackBrowser();
  return chromium.launch(browserLaunch());
}

/** Returns the options that start the unpacked browser. */
export const browserLaunch = (): LaunchOptions => ({
  executablePath: join(unpacked, 'chromium'),
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-dev-shm-usage',
    '--font-render-hinting=none',
    '--no-first-run',
  ],
  env: { ...definedOf(process.env), ...environment(unpacked) },
});

/** The packed Chromium brings its own libraries, and finds them and the fonts through the environment. */
const environment = (folder: string) => ({
  TMPDIR: folder,
  HOME: folder,
  LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
  FONTCONFIG_PATH: join(folder, 'fonts'),
  // Without a locale of UTF-8, names of downloads can have no Chinese letters.
  LC_ALL: 'C.UTF-8',
});

/**
 * Unpacks the browser once, beside its final place, and renames the folder at the end: processes that start together
 * never run half a binary.
 */
export function unpackBrowser() {
  if (existsSync(unpacked)) return;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'unpacking-'));
  execFileSync(process.execPath, [join(import.meta.dirname, 'unpack.ts'), folder, unpacked], {
    env: { ...process.env, ...environment(folder), NODE_OPTIONS: '', AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
  });
  try {
    renameSync(folder, unpacked);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(unpacked)) throw error;
  }
}

const definedOf = (values: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));
