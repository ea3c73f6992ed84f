import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

/**
 * The chunks of what the pages show by themselves and of the monitor's first buttons, so that each page opens without a network,
 * also for the first time. The worker stores the others, which wait for a press, when a page first loads them.
 */
const shownChunks = [
  ['overlays', 'home', 'home-card', 'home-news', 'auth', 'costs', 'activity-page'],
  ['monitor', 'grouped-house-list', 'windowed-rows', 'since-line', 'return-to-row', 'find-community', 'mark-all'],
  ['stacks', 'stack-detail'],
  ['chat', 'conversation', 'markdown', 'conversations-page', 'windowed-conversations'],
].flat();

const list = (files: string[]) => JSON.stringify(files.map((file) => `/${file}`));

/** Adds the chunks that these chunks import. */
function withImports(all: Rolldown.OutputChunk[], chosen: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const names = new Set(chosen.flatMap(({ fileName, imports }) => [fileName, ...imports]));
  return names.size === chosen.length
    ? chosen
    : withImports(
        all,
        all.filter(({ fileName }) => names.has(fileName)),
      );
}

/** Writes the service worker with the names of this build's files, the app's own script first. */
export const workerFile = (): Plugin => ({
  name: 'worker-file',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const shown = withImports(
        chunks,
        chunks.filter(({ isEntry, name }) => isEntry || shownChunks.includes(name)),
      );
      const start = shown
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
