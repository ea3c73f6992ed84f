import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The chunks with which a page starts. The worker stores the others when a page first loads them. */
const startChunks = ['home', 'auth', 'monitor', 'stacks', 'chat', 'overlays'];

const list = (files: string[]) => JSON.stringify(files.map((file) => `/${file}`));

/** Writes the service worker with the names of this build's files, the app's own script first. */
export const workerFile = (): Plugin => ({
  name: 'worker-file',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const start = chunks
        .filter(({ isEntry, name }) => isEntry || startChunks.includes(name))
        .toSorted((one, other) => Number(other.isEntry) - Number(one.isEntry))
        .flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]);
      const later = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file) && !start.includes(file));
      const source = readFileSync(new URL('worker.js', import.meta.url), 'utf8')
        .replace('startFiles = []', () => `startFiles = ${list(start)}`)
        .replace('laterFiles = []', () => `laterFiles = ${list(later)}`);
      this.emitFile({ type: 'asset', fileName: 'worker.js', source });
    },
  },
});
