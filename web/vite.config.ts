import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brotliCopies } from './build/brotli-copies.ts';
import { minifiedAgain } from './build/minify.ts';
import { readSite, siteInHtml } from './build/site.ts';

const site = readSite(new URL('../cdk.json', import.meta.url));
const api = `http://localhost:${process.env['API_PORT'] ?? '3000'}`;

/** Its package leads to the half with warnings for developers, whoever builds (docs/decisions/0111). */
const router = join(import.meta.dirname, '../node_modules/react-router/dist/production/index.mjs');

/** 'messages-messages' for web/src/features/chat/conversation/messages/messages.module.css. */
const placeOf = (file: string) => /(\w+)\/([\w-]+)\.module\.css/.exec(file)?.slice(1).join('-');

export default defineConfig(({ command }) => {
  // Whatever the shell says: a test that builds the site must not ship React's development half.
  process.env['NODE_ENV'] = command === 'build' ? 'production' : 'development';
  return {
    plugins: [react(), siteInHtml(site), minifiedAgain(), brotliCopies()],
    // Readable, and without the usual hashes, which compress badly: they were a tenth of the sheet.
    css: { modules: { generateScopedName: (name, file) => `${placeOf(file)}-${name}` } },
    define: { SITE: JSON.stringify(site) },
    resolve: { alias: command === 'build' ? { 'react-router-dom': router } : {} },
    server: { host: '127.0.0.1', proxy: { '/api': api, '/_local': api } },
    build: {
      target: 'es2023',
      // light-dark() as it is: the substitute for older browsers is three times as long.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      // A screen brings its own sheet: one for all of them would make each first load heavier than what it shows.
      cssCodeSplit: true,
      modulePreload: { polyfill: false },
      // One file for what every screen needs, and one for each tool with what only it needs.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [{ name: 'site', test: (id) => !/features\/|shared-types|uqr|marked|highlight\.js/.test(id) }],
          },
        },
      },
    },
  };
});
