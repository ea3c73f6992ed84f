import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * What OpenAI's client loads for services that nobody here calls: everything but chat completions. It makes one of each,
 * so no bundler can tell that they are not used, and they are half of it (docs/decisions/0021).
 */
const unused =
  /[\\/]openai[\\/](resources[\\/](?!chat[\\/]|chat\.|index)|beta[\\/]|lib[\\/](?!chat-completions|parser))/;

const exported = /^export (?:class|const|let|function|async function) (\w+)|^export \{([^}]*)\}/gm;

/** The names that a module gives away, as classes that can be made and inherited from, and do nothing. */
function emptied(source: string): string {
  const names = [...source.matchAll(exported)].flatMap(([, one, some = '']) =>
    one === undefined ? some.split(',').map((each) => each.trim().replace(/^.* as /, '')) : [one],
  );
  return names
    .filter((name) => name !== '')
    .map((name) => `export class ${name} {}`)
    .join('\n');
}

const errorOfService = /^export var (\w+)\$ = \[-3, [^;]*;\n\w+\.registerError\(\1\$, \w+\);\n/gm;

/**
 * A client of AWS describes and registers every error of its service: a hundred and fifty, to read one parameter. One that
 * nobody here names arrives as the service's general error, under its own name and with all that it says
 * (docs/decisions/0057).
 */
const withoutErrors = (schemas: string, isNamed: (error: string) => boolean) =>
  schemas.replaceAll(errorOfService, (lines, error: string) =>
    error.endsWith('ServiceException') || isNamed(error) ? lines : '',
  );

/** Leaves out of the bundles what is loaded and never used by `source`. A name that is missed then stops the build. */
export const withoutUnusedParts = (source: string): Plugin => ({
  name: 'without-unused-parts',
  setup(build) {
    const words = new Set(
      globSync('**/*.ts', { cwd: source }).flatMap(
        (path) => readFileSync(join(source, path), 'utf8').match(/\w+/g) ?? [],
      ),
    );
    build.onLoad({ filter: /[\\/]node_modules[\\/]openai[\\/].*\.mjs$/ }, ({ path }) =>
      unused.test(path) ? { contents: emptied(readFileSync(path, 'utf8')), loader: 'js' } : undefined,
    );
    build.onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]dist-es[\\/]schemas[\\/]\w+\.js$/ }, ({ path }) => ({
      contents: withoutErrors(readFileSync(path, 'utf8'), (error) => words.has(error)),
      loader: 'js',
    }));
  },
});
