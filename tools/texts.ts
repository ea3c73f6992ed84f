/** `npm run texts` prints every text that a person can see, as `file<TAB>text`, to be read as a whole. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

export interface ScreenText {
  file: string;
  text: string;
}

/**
 * These files hold names of languages, tokens and characters, reasons that only developers read, and the messages of AWS, of
 * OpenAI and of the demo city.
 */
const filesWithoutTexts =
  /markdown\/(blocks|entities|highlight)\.ts$|^infra\/src\/nag-suppressions|^local\/src\/(aws|fakes\/(openai|listing-site))\//;

/** The operator and the owner of a local site read these texts in a terminal or on a page. Many are no whole sentences. */
const filesWithPhrases = /^(bin|local|infra\/src\/(operator|checks))\//;

/** These attributes hold texts, even a single lower-case word. */
const textAttributes =
  /^(aria-(label|description|valuetext)|alt|title|placeholder|label|hint|note|lead|what|word|failure|none|unpriced)$/;

/** Outside the browser's code, properties, constants and functions of these names hold texts, even a single lower-case word. */
const textNames = /^(what|used|labels|subjectOf|emailSubject|emailBody|[a-z]\w*(Message|Problem|Rules))$/;

/** These attributes hold classes, ids and drawings. */
const keyAttributes = /^(className|id|d|viewBox|key|role|rel|data-key|aria-(describedby|labelledby|controls))$/;

/** Calls whose texts only developers see. */
const silentCalls = /^(Error|TypeError|RangeError|log|info|warn|error|querySelector|querySelectorAll|matchMedia)$/;

interface Context {
  /** The literal is the child of an element or a text attribute, where a single word counts. */
  isElement: boolean;
  /** The literal is below a name that holds texts. */
  isNamedText: boolean;
}

export function textsIn(file: string, source: string): ScreenText[] {
  const texts: ScreenText[] = [];
  const isScreen = file.startsWith('web/');
  const hasPhrases = filesWithPhrases.test(file);
  const add = (text: string, isText: (text: string) => boolean) => {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    if (isText(line)) texts.push({ file, text: line });
  };
  const visit = (value: unknown, context: Context): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, context));
    if (!isRecord(value)) return;
    const isText =
      context.isElement || context.isNamedText ? hasWord : isScreen ? isLabel : hasPhrases ? isPhrase : isSentence;
    switch (value['type']) {
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'TsLiteralType':
      case 'TsTypeReference':
        return;
      case 'TaggedTemplateExpression':
        return nameOf(value['tag']) === 'html' ? visitMarkup(value['template'], context) : undefined;
      case 'JSXText':
        return add(String(value['value']), hasWord);
      case 'JSXAttribute':
        if (keyAttributes.test(nameOf(value['name']))) return;
        return visit(value['value'], { ...context, isElement: textAttributes.test(nameOf(value['name'])) });
      case 'JSXElement':
        visit(value['opening'], { ...context, isElement: false });
        return visit(value['children'], { ...context, isElement: true });
      case 'CallExpression':
      case 'NewExpression':
        if (silentCalls.test(nameOf(value['callee'])) && !(hasPhrases && nameOf(value['callee']) === 'log')) return;
        return visitFields(value, { ...context, isElement: false });
      case 'KeyValueProperty':
        visit(value['key'], { ...context, isNamedText: false });
        return visit(value['value'], below(value['key'], context));
      case 'VariableDeclarator':
        return visitFields(value, below(value['id'], context));
      case 'FunctionDeclaration':
        return visitFields(value, below(value['identifier'], context));
      case 'BinaryExpression':
        if (/^([!=]==?|in)$/.test(String(value['operator']))) return;
        return visitFields(value, context);
      case 'ArrowFunctionExpression':
      case 'ObjectExpression':
      case 'MemberExpression':
        return visitFields(value, { ...context, isElement: false });
      case 'StringLiteral':
        return add(String(value['value']), isText);
      case 'TemplateLiteral': {
        add(quasisOf(value).join('…'), isText);
        return visit(value['expressions'], { ...context, isElement: false });
      }
      default:
        return visitFields(value, context);
    }
  };
  const below = (name: unknown, context: Context): Context => ({
    ...context,
    isNamedText: context.isNamedText || (!isScreen && textNames.test(nameOf(name))),
  });
  const visitMarkup = (template: unknown, context: Context) => {
    if (!isRecord(template)) return;
    for (const text of textsOfMarkup(`>${quasisOf(template).join('…')}<`)) add(text, hasWord);
    visit(template['expressions'], { ...context, isElement: false });
  };
  const visitFields = (value: Record<string, unknown>, context: Context) => {
    for (const [name, field] of Object.entries(value)) if (name !== 'span') visit(field, context);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') }).body, {
    isElement: false,
    isNamedText: false,
  });
  return texts;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The name of an identifier, of an attribute, or of the last property of a member expression. */
function nameOf(value: unknown): string {
  if (!isRecord(value)) return '';
  if (value['type'] === 'MemberExpression') return nameOf(value['property']);
  if (value['type'] === 'JSXNamespacedName') return `${nameOf(value['namespace'])}-${nameOf(value['name'])}`;
  return typeof value['value'] === 'string' ? value['value'] : '';
}

const quasisOf = ({ quasis }: Record<string, unknown>): string[] =>
  Array.isArray(quasis)
    ? quasis.map((quasi: unknown) => (isRecord(quasi) && typeof quasi['cooked'] === 'string' ? quasi['cooked'] : ''))
    : [];

const hasWord = (text: string) => /\p{L}{2}/u.test(text) && !isKey(text);

/** Keys of calls, addresses, media queries, paths of drawings. */
const isKey = (text: string) =>
  /^(GET|POST|PUT|DELETE) \/|^\(|^\/|:\/\/|^M[\d.…-]|^https?:|^otpauth:|^[\w-]+=|^openid |^[a-z]+(-[A-Za-z]+)+$/.test(
    text,
  );

/** In the browser's code, a text has two words, or begins like a label. */
const isLabel = (text: string) =>
  hasWord(text) && (/\p{L}{2,}[^\p{L}]* [^\p{L}]*\p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}+[\p{Ll} …]*$/u.test(text));

/** Outside the browser's code and below no name that holds texts, only whole sentences are messages. */
const isSentence = (text: string) =>
  hasWord(text) && /^(\p{Lu}|…|\d)/u.test(text) && /\p{L} .*\p{L}/u.test(text) && /[.!?…]$/.test(text);

function textsOf(file: string, source: string): ScreenText[] {
  if (file.endsWith('.html')) return textsOfMarkup(source).map((text) => ({ file, text }));
  if (file.endsWith('.sh')) return textsOfScript(source).map((text) => ({ file, text }));
  return textsIn(file, source);
}

/** The texts between the tags of a page, and those of the attributes that hold texts. */
export const textsOfMarkup = (source: string): string[] =>
  [
    ...source
      .replaceAll(/<!--[^]*?-->|<(script|style)\b[^]*?<\/\1>/g, '')
      .matchAll(/>([^<>]+)<|\b(?:name="description" content|alt|title|placeholder)="([^"]+)"/g),
  ]
    .map(([, text = '', attribute = '']) => `${text}${attribute}`.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => hasWord(text));

/** The first arguments of `attempt` and `fail`, which the page of a stack shows when a server does not start. */
export const textsOfScript = (source: string): string[] =>
  [...source.matchAll(/\b(?:attempt|fail) '(.*?)'/g)].map(([, text = '']) => text);

const isPhrase = (text: string) => /^(\p{Lu}|…|\d)/u.test(text) && isLabel(text) && /\p{Ll}{2}/u.test(text);

/** Every text of the browser, the functions, the shared rules, the deployment, the operator's commands and the local site. */
export function screenTexts(): ScreenText[] {
  const folders = ['web', 'lambdas/src', 'shared-types/src', 'infra/src', 'bin', 'local'];
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], { encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((file) => /\.(tsx?|js|html|sh)$/.test(file) && !filesWithoutTexts.test(file))
    .flatMap((file) => textsOf(file, readFileSync(file, 'utf8')));
}

if (import.meta.main) for (const { file, text } of screenTexts()) console.log(`${file}\t${text}`);
