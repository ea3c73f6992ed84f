import { readFileSync } from 'node:fs';
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

/**
 * What these clients know of each error of their services, most of them of calls that nobody here makes. An error that
 * is left out still comes with its name and its message, only not with a class of its own.
 */
const errorOfService = /^export var (\w+)\$ = \[-3, n0,[^;]*;\nn0_registry\.registerError\(\1\$, \1\);\n/gm;
/** Leaves out of the bundles what is loaded and never used. A name that is missed then stops the build. */
export const withoutUnusedParts: Plugin = {
  name: 'without-unused-parts',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/]openai[\\/].*\.mjs$/ }, ({ path }) =>
      unused.test(path) ? { contents: emptied(readFileSync(path, 'utf8')), loader: 'js' } : undefined,
    );
    // DynamoDB's stay: there the classes tell one refusal from another.
    build.onLoad({ filter: /[\\/]client-(ssm|sns|sqs)[\\/]dist-es[\\/]schemas[\\/].*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(errorOfService, ''),
      loader: 'js',
    }));
  },
};
