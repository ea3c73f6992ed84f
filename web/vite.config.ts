import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { brotliCopies } from './build/brotli-copies.ts';
import { documentScript } from './build/document-script.ts';
import { readSite, siteInHtml } from './build/site.ts';
import { workerFile } from './build/worker-file.ts';

const site = readSite(new URL('../cdk.json', import.meta.url));
const proxied = { target: `http://localhost:${process.env['API_PORT'] ?? '3000'}`, changeOrigin: false };

/** Returns `houses-house-row` for the sheet house-row.module.css of a folder houses. */
const scopeOf = (file: string) => /(\w+)\/([\w-]+)\.module\.css/.exec(file)?.slice(1).join('-');

const matchesAny = (patterns: RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id));

/** Small parts of the tools that other tools or the home page use, too. */
const isShared = matchesAny([
  /shared-types\/src\/rules\/(limits|house|house-news|search\/fold-text)\.ts/,
  /features\/ljmonitor\/(queries|format|describe-news|visit\/queries)\.ts/,
  /features\/chat\/conversation\/composer\/draft\.ts/,
]);
/**
 * The code of the tools and of the parts over the page, which is not needed by every screen at its start. Some names are those
 * of files in packages. When a package renames one, its code moves to another chunk, and the tests of the weights notice.
 */
const isToolCode = matchesAny([
  /features\/|shared-types(?!\/src\/rules\/auth\/preferences)|uqr|fflate|papaparse|pdfjs-dist|marked|entities|highlight\.js|temml/,
  /lib\/(decode-text|preferences\/kept-chats|tab\/tell-tabs|use-recent-input|use-debounced)|src\/overlays|layout\/(offline|outage|tabs|title\/badge|keys\/(?!early-keys)|full-page)|api\/(confirmation|mark-use|refresh|retry|save-preferences|post-file)/,
  /ui\/(field\/|buttons\/toggle-chip|windowed-list|toasts\/toast(-region|s\.module)|content\/(dialog|live-rows|data-table|csv|download)|use-root-mark)/,
  /useQueries|queriesObserver|useMutationState|hydration|react-virtual|virtual-core|format-spending/,
]);

/** The edge of the deployed site does this: see infra/src/edge/site-viewer-request.js. */
const bringInDevelopment: Plugin = {
  name: 'bring-in-development',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (request.url === '/ljmonitor/bring') request.url = '/bring.html';
      next();
    });
  },
};

/**
 * One chunk holds the code that every screen needs, and small rules that several tools share. Each tool has a chunk of its
 * own; the chat's leaves out what only a conversation needs.
 */
const chunksOfApp = {
  groups: [
    { name: 'site', test: (id: string) => isShared(id) || !isToolCode(id) },
    {
      name: 'auth',
      test: /features\/auth\/(auth\.|texts|account|confirmation\/confirmed|google|sign-in\/sign-in-options)/,
    },
    // Its part for the servers loads after it.
    { name: 'home', test: /features\/(home|(ljmonitor|chat)\/home-card)|ui\/content\/live-rows/ },
    // The parts that a press opens load then, and use some of these files.
    {
      name: 'monitor',
      test: matchesAny([
        /features\/ljmonitor\/(monitor|house-list-queries|optimistic-updates|lazy-row-details|marks)/,
        /features\/ljmonitor\/(communities\/(?!begin|delete|mark|parse|find)|houses\/(?!windowed|return)|notes\/house-note|filters\/(?!filter-fields|news-filter))/,
        /features\/ljmonitor\/(refresh\/(?!try|refresh-progress)|toolbar\/(toolbar|texts))|rules\/monitor\/house-(facts|orders|filters)/,
      ]),
    },
    // The page of a stack loads when it is shown.
    {
      name: 'stacks',
      test: matchesAny([
        /features\/stack\/([\w-]+\.ts$|stacks\.|list|server\/)/,
        /data-table|useQueries|queriesObserver/,
      ]),
    },
    {
      name: 'chat',
      test: /rules\/models\.|features\/chat\/(chat\.|format|queries|personas\/(persona-chips|personas-query)|starters\/starters\.|conversations\/(?!conversations-page|windowed|selection\/(?!selection\.)|search\/|titles\/(?!lazy))|conversation\/(start-page|answer\/(mutations|stop-button)|composer\/(?!question-cost|describe-question|stored-files)))/,
    },
  ],
};

/**
 * `vite build` builds the app, and `vite build --mode bring` adds the document of `/ljmonitor/bring`. Together they would share
 * one chunk with both entries, and each document would run both.
 */
export default defineConfig(({ command, mode }) => {
  const isBring = mode === 'bring';
  // Vite keeps a NODE_ENV that is set, and jest sets 'test', which would bundle React's development build.
  process.env['NODE_ENV'] = command === 'build' ? 'production' : 'development';
  return {
    plugins: [
      react(),
      siteInHtml(site),
      ...(isBring ? [] : [documentScript(), workerFile()]),
      brotliCopies(),
      bringInDevelopment,
    ],
    // The usual hashes compress badly: they were a tenth of the stylesheet.
    css: { modules: { generateScopedName: (name, file) => `${scopeOf(file)}-${name}` } },
    define: { SITE: JSON.stringify(site) },
    // The site takes requests from its own pages only, and compares their Origin with this Host.
    server: { host: '127.0.0.1', proxy: { '/api': proxied, '/_local': proxied } },
    build: {
      target: 'es2023',
      // These browsers know light-dark(). The fallback for older ones is three times as long.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      // Each screen loads its own stylesheet, so that a first load brings only the styles it shows.
      cssCodeSplit: true,
      // A part that loads on demand imports little that is not there yet, and the code that looks for it is 400 bytes.
      modulePreload: false,
      emptyOutDir: !isBring,
      rolldownOptions: isBring
        ? { input: fileURLToPath(new URL('bring.html', import.meta.url)) }
        : {
            optimization: { inlineConst: { mode: 'all', pass: 2 } },
            // No getter of ours or of the packages does anything but return a value.
            treeshake: { propertyReadSideEffects: false },
            // Every chunk names those that it loads, and digits compress better than letters of both cases.
            output: { codeSplitting: chunksOfApp, hashCharacters: 'hex' },
          },
    },
  };
});
