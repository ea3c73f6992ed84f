/** `npm run texts` prints every text that a person can see, as `file<TAB>text`, to be read as a whole. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

interface ScreenText {
  file: string;
  text: string;
}

/**
 * These files hold names of languages, tokens and characters, reasons that only developers read, and the messages of AWS, of
 * OpenAI and of the demo city.
 */
const filesWithoutTexts =
  /markdown\/(blocks|entities|code\/(highlight|download-code))\.ts$|^web\/build\/|^infra\/src\/nag-suppressions|^local\/src\/(aws|fakes\/(openai|listing-site))\//;

/** In these files of the browser and of the news every literal is a text, except keys. The other modules of such a name start with a verb. */
const messageFile =
  /^web\/src\/(.*\/)?(messages|sentences|texts|(?!(use|load-all)-)[\w-]+-messages|(format|describe)(-[\w-]+)?)\.tsx?$|^lambdas\/src\/notify\/messages\/texts\.ts$/;

const isMessageFile = (file: string) => messageFile.test(file);

/** The operator and the owner of a local site read these texts in a terminal or on a page. Many are no whole sentences. */
const filesWithPhrases = /^(bin|local|infra\/src\/(operator|checks))\//;

/** These attributes hold texts, even a single lower-case word. */
const textAttributes =
  /^(aria-(label|description|valuetext)|alt|title|placeholder|label|hint|note|lead|what|word|failure|none|unpriced)$/;

/** Outside the browser's code, properties, constants and functions of these names hold texts, even a single lower-case word. */
const textNames = /^(what|used|labels|subjectOf|emailSubject|emailBody|passwordRules)$/;

/** These names hold texts of several words. A single word is the name of a problem. */
const sentenceNames = /^(subject|[a-z]\w*(Message|Problem))$/;

/** In the browser's code, constants of these names hold texts, however short. */
const screenTextNames = /Texts$/;

/** These attributes hold classes, ids and drawings. */
const keyAttributes = /^(className|id|d|viewBox|key|role|rel|data-key|aria-(describedby|labelledby|controls))$/;

/** Calls whose texts only developers see. */
const silentCalls = /^(Error|TypeError|RangeError|log|info|warn|error|querySelector|querySelectorAll|matchMedia)$/;

/** The literals of these calls are keys, formats, or parts of a text that are looked for. */
const keyCalls =
  /^(Set|BroadcastChannel|NumberFormat|DateTimeFormat|toLocale(Date|Time)?String|(starts|ends)With|includes|split|replace(All)?|pad(Start|End)|test|get|has|match|createHash|digest|literal)$/;

interface Context {
  /** Decides whether a literal is a text at this place. */
  isText: (text: string) => boolean;
}

/** Returns the rule of a file for the literals that are in no special place. */
function ruleOf(file: string) {
  if (isMessageFile(file)) return hasLetter;
  if (file.startsWith('web/')) return isLabel;
  return filesWithPhrases.test(file) ? isPhrase : isSentence;
}

export function textsIn(file: string, source: string): ScreenText[] {
  const texts: ScreenText[] = [];
  const isScreen = file.startsWith('web/');
  const hasPhrases = filesWithPhrases.test(file);
  const usual = { isText: ruleOf(file) };
  const inElement = { isText: isMessageFile(file) ? hasLetter : hasWord };
  const inLabel = { isText: hasPhrases ? isPhraseOrWord : usual.isText };
  const add = (text: string, { isText }: Context) => {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    if (isText(line)) texts.push({ file, text: line });
  };
  const visit = (value: unknown, context: Context): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, context));
    if (!isRecord(value)) return;
    switch (value['type']) {
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
      case 'TsLiteralType':
      case 'TsTypeReference':
      case 'Computed':
        return value['type'] === 'Computed' ? visit(value['expression'], withoutTexts) : undefined;
      case 'TaggedTemplateExpression':
        return nameOf(value['tag']) === 'html' ? visitMarkup(value['template']) : undefined;
      case 'JSXText':
        return add(String(value['value']), inElement);
      case 'JSXAttribute': {
        const name = nameOf(value['name']);
        if (keyAttributes.test(name)) return;
        const isKey = isMessageFile(file) && !textAttributes.test(name);
        return visit(value['value'], isKey ? withoutTexts : textAttributes.test(name) ? inElement : usual);
      }
      case 'JSXElement':
        visit(value['opening'], usual);
        return visit(value['children'], inElement);
      case 'CallExpression':
      case 'NewExpression':
        return visitCall(value, context);
      case 'SwitchCase':
        return visit(value['consequent'], context);
      case 'KeyValueProperty':
        visit(value['key'], withoutTexts);
        return visit(value['value'], below(value['key'], context));
      case 'VariableDeclarator':
        return isListOfKeys(value) ? undefined : visitFields(value, below(value['id'], context));
      case 'FunctionDeclaration':
        return visitFields(value, below(value['identifier'], context));
      case 'BinaryExpression':
        if (/^([!=]==?|in)$/.test(String(value['operator']))) return;
        return visitFields(value, context);
      case 'ArrayExpression':
        return visitRow(value, context);
      case 'ArrowFunctionExpression':
      case 'ObjectExpression':
      case 'MemberExpression':
        return visitFields(value, context === inElement || context === inLabel ? usual : context);
      case 'StringLiteral':
        return add(String(value['value']), context);
      case 'TemplateLiteral':
        add(quasisOf(value).join('…'), context);
        return visit(value['expressions'], context === inElement ? usual : context);
      default:
        return visitFields(value, context);
    }
  };
  /** The texts of a call, with those of its object, and a single word as its first argument. */
  const visitCall = (call: Record<string, unknown>, context: Context) => {
    const name = nameOf(call['callee']);
    const isLog = hasPhrases && name === 'log';
    if (silentCalls.test(name) && !isLog) return;
    const outside = context === inElement ? usual : context;
    // The receiver of `split` is a list of keys, unless it is the answer of another call.
    if (name !== 'split' || hasCall(call['callee'])) visit(call['callee'], outside);
    const [first, ...others] = listOf(call['arguments']);
    if (name === 'Map') return visitPairs(first, outside);
    if (keyCalls.test(name)) return;
    visit(first, outside === usual ? inLabel : outside);
    visit(others, outside);
  };
  /** A list of a name and its texts begins with a word. */
  const visitRow = (row: Record<string, unknown>, context: Context) => {
    const [first, ...others] = listOf(row['elements']);
    visit(first, context === usual && others.length > 0 ? inLabel : context);
    visit(others, context);
  };
  /** The keys of a map are no texts. */
  const visitPairs = (argument: unknown, context: Context) => {
    const list = isRecord(argument) ? argument['expression'] : undefined;
    const pairs = isRecord(list) ? listOf(list['elements']) : [];
    if (pairs.length === 0) return visit(argument, context);
    for (const pair of pairs) {
      const row = isRecord(pair) && isRecord(pair['expression']) ? pair['expression']['elements'] : undefined;
      visit(Array.isArray(row) ? row.slice(1) : pair, context);
    }
  };
  const below = (id: unknown, context: Context): Context => {
    if (isMessageFile(file)) return context;
    const name = nameOf(id);
    if (isScreen) return screenTextNames.test(name) ? { isText: hasLetter } : context;
    return textNames.test(name) ? { isText: hasWord } : sentenceNames.test(name) ? { isText: hasSpace } : context;
  };
  const visitMarkup = (template: unknown) => {
    if (!isRecord(template)) return;
    for (const text of textsOfMarkup(`>${quasisOf(template).join('…')}<`)) add(text, inElement);
    visit(template['expressions'], inLabel);
  };
  const visitFields = (value: Record<string, unknown>, context: Context) => {
    for (const [name, field] of Object.entries(value)) if (name !== 'span') visit(field, context);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') }).body, usual);
  return texts;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const hasCall = (value: unknown) => JSON.stringify(value).includes('"CallExpression"');

const withoutTexts: Context = { isText: () => false };

/** The literals of a list of a named type are keys, as in `const topics: readonly Topic[] = ['new']`. */
const isListOfKeys = ({ id, init }: Record<string, unknown>): boolean =>
  isRecord(init) &&
  init['type'] === 'ArrayExpression' &&
  isRecord(id) &&
  JSON.stringify(id['typeAnnotation']).includes('"elemType":{"type":"TsTypeReference"');

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns the name of an identifier, of an attribute, or of the last property of a member expression. */
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

/** One Chinese character is a word. */
const hasWord = (text: string) => /\p{L}{2}|\p{Script=Han}/u.test(text) && !isKey(text);

/** In a message file, a single letter is a text. */
const hasLetter = (text: string) => /\p{L}/u.test(text) && !/^[a-z]+:|^%\w+%$|^[\w-]+=|^\/|^M[\d.…-]/.test(text);

const hasSpace = (text: string) => hasWord(text) && /\S \S/.test(text);

/** Returns whether a text is a key of a call, an address, a media query or the path of a drawing. */
const isKey = (text: string) =>
  /^(GET|POST|PUT|DELETE) \/|^(SET|REMOVE|PRAGMA|Bearer) |^\(|^\/|:\/\/|^M[\d.…-]|^https?:|^otpauth:|^[\w-]+=|^openid |^[a-z]+(-[A-Za-z]+)+$/.test(
    text,
  );

/** In the browser's code, a text has two words, or is like a label, or a sentence. */
const isLabel = (text: string) =>
  hasWord(text) && (/\p{L}{2,}[^\p{L}]* [^\p{L}]*\p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}+[\p{Ll} ….]*$/u.test(text));

/** Outside the browser's code and below no name that holds texts, only whole sentences are messages. */
const isSentence = (text: string) =>
  hasWord(text) && /^(\p{Lu}|…|\d)/u.test(text) && /\p{L} .*\p{L}/u.test(text) && /[.!?…]$/.test(text);

function textsOf(file: string, source: string): ScreenText[] {
  if (file.endsWith('.html')) return textsOfMarkup(source).map((text) => ({ file, text }));
  if (file.endsWith('.sh')) return textsOfScript(source).map((text) => ({ file, text }));
  return textsIn(file, source);
}

/** Returns the texts between the tags of a page, and those of the attributes that hold texts. */
export const textsOfMarkup = (source: string): string[] =>
  [
    ...source
      .replaceAll(/<!--[^]*?-->|<(script|style)\b[^]*?<\/\1>/g, '')
      .matchAll(/>([^<>]+)<|\b(?:name="description" content|alt|title|placeholder)="([^"]+)"/g),
  ]
    .map(([, text = '', attribute = '']) => `${text}${attribute}`.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => hasWord(text));

/**
 * Returns the first arguments of `attempt` and `fail`, which the page of a stack shows when a server does not start.
 */
export const textsOfScript = (source: string): string[] =>
  [...source.matchAll(/\b(?:attempt|fail) '(.*?)'/g)].map(([, text = '']) => text);

const isPhraseOrWord = (text: string) => /^(\p{Lu}|…|\d)/u.test(text) && isLabel(text) && /\p{Ll}{2}/u.test(text);

/** In a terminal, a single word may be a key of AWS, such as Arn, so it counts in few places only. */
const isPhrase = (text: string) => isPhraseOrWord(text) && hasSpace(text);

/**
 * Returns every text of the browser, the functions, the shared rules, the deployment, the operator's commands and the
 * local site.
 */
export function screenTexts(): ScreenText[] {
  const folders = ['web', 'lambdas/src', 'shared-types/src', 'infra/src', 'bin', 'local'];
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], { encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((file) => /\.(tsx?|js|html|sh)$/.test(file) && !filesWithoutTexts.test(file))
    .flatMap((file) => textsOf(file, readFileSync(file, 'utf8')));
}

if (import.meta.main) for (const { file, text } of screenTexts()) console.log(`${file}\t${text}`);
