import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';

const cache = join(import.meta.dirname, '..', '..', '..', '.cache');
const unpacked = join(cache, 'chromium');

/** A Chromium: the one that is named, the machine's own, or the one that came with `npm ci`. */
export async function launchBrowser(): Promise<Browser> {
  const system = process.env['CHROMIUM_PATH'] ?? ['/usr/bin/chromium'].find((path) => existsSync(path));
  if (system === undefined) unpack();
  return chromium.launch({
    executablePath: system ?? join(unpacked, 'chromium'),
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
    env: { ...definedOf(process.env), ...(system === undefined && environment(unpacked)) },
  });
}

/** The packed Chromium brings its own libraries and fonts, and looks for both in the environment. */
const environment = (folder: string) => ({
  TMPDIR: folder,
  HOME: folder,
  LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
  FONTCONFIG_PATH: join(folder, 'fonts'),
});

/**
 * Unpacks it once, beside its final place and then renamed, so that test workers that start together never run half a
 * binary. In a child process, because the package asks for the folder by `TMPDIR`, which Jest's workers cannot change.
 */
function unpack() {
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

/** The package's font list names a folder of another machine; the system's fonts are added for their Chinese glyphs. */
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
