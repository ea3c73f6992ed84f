import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const folder = new URL('../extension/', import.meta.url);
const file = (name: string) => fileURLToPath(new URL(name, folder));

/** Builds the browser extension into `web/extension/dist`. A content script cannot import, so each script is one file. */
for (const script of ['background', 'bring-content', 'popup'])
  await build({
    configFile: false,
    root: file('.'),
    logLevel: 'warn',
    build: {
      target: ['chrome121', 'firefox142'],
      outDir: file('dist'),
      emptyOutDir: false,
      // A reviewer reads what the browser runs.
      minify: false,
      rolldownOptions: { input: file(`src/${script}.ts`), output: { format: 'iife', entryFileNames: `${script}.js` } },
    },
  });
for (const name of ['manifest.json', 'popup.html']) copyFileSync(file(name), file(`dist/${name}`));
