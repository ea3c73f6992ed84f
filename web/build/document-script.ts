import { readFileSync } from 'node:fs';
import type { IndexHtmlTransformContext, Plugin } from 'vite';

const scriptFile = new URL('before-app.js', import.meta.url);

/** The chunk of each screen, by the first part of its path. */
const screens = new Map([
  ['', 'home'],
  ['auth', 'auth'],
  ['ljmonitor', 'monitor'],
  ['stack', 'stacks'],
  ['chat', 'chat'],
]);

/** Returns the script and the sheets of each screen, by the first part of its path. */
const filesOf = (bundle: NonNullable<IndexHtmlTransformContext['bundle']>) =>
  Object.fromEntries(
    [...screens].map(([path, name]) => {
      const chunk = Object.values(bundle).find((each) => each.type === 'chunk' && each.name === name);
      if (chunk?.type !== 'chunk') throw new Error(`vite.config.ts makes no chunk ${name}`);
      return [path, [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]];
    }),
  );

/** Writes before-app.js into the document, because a file of its own would hold up the first paint. */
export const documentScript = (): Plugin => ({
  name: 'document-script',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const script = readFileSync(scriptFile, 'utf8').replaceAll(/^ *\/(\/|\*).*\n|^\n/gm, '');
      const filled = script.replace('filesOfScreens = {}', () =>
        bundle ? `filesOfScreens = ${JSON.stringify(filesOf(bundle))}` : 'filesOfScreens = {}',
      );
      return html.replace('<!-- before-app.js -->', () => `<script>\n${filled}</script>`);
    },
  },
});
