import type { LanguageFn } from 'highlight.js';
import core from 'highlight.js/lib/core';

/** A piece of code in one color. */
export interface Span {
  kind?: Kind;
  text: string;
}

/** The highlighted kinds of code, and the scopes of highlight.js that belong to each. */
const scopes = {
  keyword: 'keyword literal selector-tag name section meta doctag',
  string: 'string regexp addition symbol link char',
  comment: 'comment quote',
  number: 'number attr attribute variable template-variable property',
  deletion: 'deletion',
} as const;

type Kind = keyof typeof scopes;

const kindOf = (scope: string): Kind | undefined => kinds.find((kind) => scopes[kind].split(' ').includes(scope));
const kinds: Kind[] = ['keyword', 'string', 'comment', 'number', 'deletion'];

type Grammar = () => Promise<{ default: LanguageFn }>;

/** The names of the languages after a fence. Each grammar is loaded on its first use. */
const languages: [names: string, grammar: Grammar][] = [
  ['bash sh shell zsh console', () => import('highlight.js/lib/languages/bash')],
  ['c h cpp c++ cc', () => import('highlight.js/lib/languages/cpp')],
  ['css scss less', () => import('highlight.js/lib/languages/css')],
  ['cs csharp c#', () => import('highlight.js/lib/languages/csharp')],
  ['diff patch', () => import('highlight.js/lib/languages/diff')],
  ['docker dockerfile', () => import('highlight.js/lib/languages/dockerfile')],
  ['go golang', () => import('highlight.js/lib/languages/go')],
  ['ini toml', () => import('highlight.js/lib/languages/ini')],
  ['java', () => import('highlight.js/lib/languages/java')],
  ['js javascript jsx mjs cjs', () => import('highlight.js/lib/languages/javascript')],
  ['json jsonc json5', () => import('highlight.js/lib/languages/json')],
  ['kotlin kt', () => import('highlight.js/lib/languages/kotlin')],
  ['markdown md', () => import('highlight.js/lib/languages/markdown')],
  ['php', () => import('highlight.js/lib/languages/php')],
  ['py python', () => import('highlight.js/lib/languages/python')],
  ['rb ruby', () => import('highlight.js/lib/languages/ruby')],
  ['rs rust', () => import('highlight.js/lib/languages/rust')],
  ['sql', () => import('highlight.js/lib/languages/sql')],
  ['swift', () => import('highlight.js/lib/languages/swift')],
  ['ts typescript tsx', () => import('highlight.js/lib/languages/typescript')],
  ['html svg xml vue', () => import('highlight.js/lib/languages/xml')],
  ['yaml yml', () => import('highlight.js/lib/languages/yaml')],
];

const grammars = new Map(languages.flatMap(([names, grammar]) => names.split(' ').map((name) => [name, grammar])));

/** Splits code into colored pieces. Resolves to undefined for an unknown language. */
export async function highlightCode(code: string, language: string): Promise<Span[] | undefined> {
  const grammar = grammars.get(language);
  if (!grammar) return undefined;
  if (!core.getLanguage(language)) core.registerLanguage(language, (await grammar()).default);
  return spansFromHtml(core.highlight(code, { language, ignoreIllegals: true }).value);
}

const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }));

/** Parses the HTML of the highlighter, which consists of spans and escaped text, without inserting it into the page. */
function spansFromHtml(html: string): Span[] {
  const spans: Span[] = [];
  const open: (Kind | undefined)[] = [];
  for (const [piece, scope] of html.matchAll(/<span class="(?:hljs-)?([^" ]*)[^"]*">|<\/span>|[^<]+/g)) {
    if (scope !== undefined) open.push(kindOf(scope) ?? open.at(-1));
    else if (piece === '</span>') open.pop();
    else {
      const kind = open.at(-1);
      spans.push({
        ...(kind && { kind }),
        text: piece.replace(/&([^;]+);/g, (all, name) => entities.get(String(name)) ?? all),
      });
    }
  }
  return spans;
}
