/**
 * Unpacks the browser and the fonts of its pages into a folder: `node unpack.ts <folder> <final folder>`.
 * It runs as a process of its own, because the browser's package reads the folder from `TMPDIR` when it is loaded.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import chromium from '@sparticuz/chromium';
import decompress from 'woff2-encoder/decompress';

/**
 * The fonts of all pages: Chinese, symbols, code and formulas. Latin comes with the browser (Open Sans). The fonts
 * of the machine are left out, so that pages are as high and wrap their lines at the same words on each machine.
 */
const fontPackages = [
  '@fontsource-variable/noto-sans-sc',
  '@fontsource/dejavu-sans',
  '@fontsource/dejavu-mono',
  '@fontsource/noto-sans-math',
];

const [folder = '', finalFolder = ''] = process.argv.slice(2);
await chromium.executablePath();
const fonts = join(folder, 'fonts');
for (const name of fontPackages) {
  const files = join(import.meta.dirname, '..', '..', '..', 'node_modules', name, 'files');
  const target = join(fonts, 'fonts', basename(name));
  mkdirSync(target, { recursive: true });
  // The browser takes fonts of the system only as TrueType.
  for (const file of readdirSync(files).filter((candidate) => candidate.endsWith('.woff2')))
    writeFileSync(join(target, file.replace('.woff2', '.ttf')), await decompress(readFileSync(join(files, file))));
}
// The list of the browser's package names a folder of another machine.
writeFileSync(
  join(fonts, 'fonts.conf'),
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(finalFolder, 'fonts', 'fonts')}</dir>
  <cachedir>${join(finalFolder, 'font-cache')}</cachedir>
</fontconfig>
`,
);
