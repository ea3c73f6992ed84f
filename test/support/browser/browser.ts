import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type LaunchOptions } from '@playwright/test';

const cache = join(import.meta.dirname, '..', '..', '..', '.cache');
const unpacked = join(cache, 'chromium');

/** Launches the Chromium that came with `npm ci`. A browser that the machine has is never used: tests would depend on it. */
export function launchBrowser(): Promise<Browser> {
  unpackBrowser();
  return chromium.launch(browserLaunch());
}

/** The options that start the unpacked browser. */
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

/** The packed Chromium brings its own libraries and fonts, and finds both through the environment. */
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
 * never run half a binary. A child process does it, because the package reads the folder from `TMPDIR`.
 */
export function unpackBrowser() {
  if (existsSync(unpacked)) return;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'unpacking-'));
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', "await (await import('@sparticuz/chromium')).default.executablePath()"],
    {
      cwd: import.meta.dirname,
      env: { ...process.env, ...environment(folder), NODE_OPTIONS: '', AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    },
  );
  nameFontFolder(join(folder, 'fonts', 'fonts.conf'));
  try {
    renameSync(folder, unpacked);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(unpacked)) throw error;
  }
}

/** The package's font list names a folder of another machine. The system's fonts are added for their Chinese glyphs. */
function nameFontFolder(file: string) {
  const folders = `<dir>${join(unpacked, 'fonts', 'fonts')}</dir><dir>${join(unpacked, 'fonts')}</dir><dir>/usr/share/fonts</dir>`;
  const text = readFileSync(file, 'utf8').replace(/<(dir|cachedir)\b[^>]*>[^<]*<\/\1>\s*/g, '');
  writeFileSync(
    file,
    text.replace('</fontconfig>', `${folders}<cachedir>${join(unpacked, 'font-cache')}</cachedir></fontconfig>`),
  );
}

const definedOf = (values: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));
