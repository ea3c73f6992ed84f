/** `npm run texts` prints every text that a person can see, as `file<TAB>text`, to be read as a whole. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

export interface ScreenText {
  file: string;
  text: string;
}

/** These files hold names of languages, tokens and characters, which are no texts. */
const filesWithoutTexts = /markdown\/(blocks|entities|highlight)\.ts$/;

/** These attributes hold texts, even a single lower-case word. */
const textAttributes =
  /^(aria-(label|description|valuetext)|alt|title|placeholder|label|hint|note|lead|what|word|failure|none|unpriced)$/;

/** Outside the browser's code, properties, constants and functions of these names hold texts, even a single lower-case word. */
const textNames = /^(what|used|labels|subjectOf|emailSubject|emailBody|[a-z]\w*(Message|Problem|Rules))$/;

/** These attributes hold classes, ids and drawings. */
const keyAttributes = /^(className|id|d|viewBox|key|role|aria-(describedby|labelledby|controls))$/;

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
  const add = (text: string, isText: (text: string) => boolean) => {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    if (isText(line)) texts.push({ file, text: line });
  };
  const visit = (value: unknown, context: Context): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, context));
    if (!isRecord(value)) return;
    const isText = context.isElement || context.isNamedText ? hasWord : isScreen ? isLabel : isSentence;
    switch (value['type']) {
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'TsLiteralType':
      case 'TsTypeReference':
      case 'TaggedTemplateExpression':
        return;
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
        if (silentCalls.test(nameOf(value['callee']))) return;
        return visitFields(value, { ...context, isElement: false });
      case 'KeyValueProperty':
        visit(value['key'], { ...context, isNamedText: false });
        return visit(value['value'], below(value['key'], context));
      case 'VariableDeclarator':
        return visitFields(value, below(value['id'], context));
      case 'FunctionDeclaration':
        return visitFields(value, below(value['identifier'], context));
      case 'BinaryExpression':
        if (/^[!=]==?$/.test(String(value['operator']))) return;
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

/** Every text of the browser, the messages of the functions and the shared rules, and the deployment's emails and alarms. */
export function screenTexts(): ScreenText[] {
  const infra = ['domains', 'game-server', 'operations', 'operator'].map((folder) => `infra/src/${folder}`);
  const folders = ['web/src', 'lambdas/src', 'shared-types/src', ...infra];
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], { encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !filesWithoutTexts.test(file))
    .flatMap((file) => textsIn(file, readFileSync(file, 'utf8')));
}

if (import.meta.main) for (const { file, text } of screenTexts()) console.log(`${file}\t${text}`);
