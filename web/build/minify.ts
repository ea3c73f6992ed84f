import { minify } from '@swc/core';
import type { Plugin } from 'vite';

/** A second pass over what the bundler has minified (docs/decisions/0111). */
export function minifiedAgain(): Plugin {
  return {
    name: 'minified-again',
    apply: 'build',
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const { code } = await minify(file.code, { module: true, compress: { passes: 4 }, mangle: true });
        file.code = code;
      }
    },
  };
}
