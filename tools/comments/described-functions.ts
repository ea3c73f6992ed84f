import jsTokens from 'js-tokens';
import { type Comment, plainComment } from './comments.ts';

const modifiers = new Set('export default declare async static private protected public override get set *'.split(' '));

/** Returns the descriptions of functions and methods. A component names a thing on the screen, so it is no function here. */
export function describedFunctions(file: string, source: string): Comment[] {
  let line = 1;
  const tokens = [...jsTokens(source, { jsx: file.endsWith('x') })].flatMap(({ type, value }) => {
    const token = { type, value, line };
    line += value.split('\n').length - 1;
    return /^(WhiteSpace|LineTerminatorSequence|SingleLineComment)$/.test(type) ? [] : [token];
  });
  const code = tokens.map(({ value }) => value);
  return tokens.flatMap(({ value, line: start }, at) => {
    const name = value.startsWith('/**') ? functionAt(code, at + 1) : undefined;
    const isComponent = file.endsWith('x') && name !== undefined && /^[A-Z]/.test(name);
    return name === undefined || isComponent ? [] : [{ line: start, text: plainComment(value) }];
  });
}

/** Returns the name of the function that is declared at a token, if one is. */
function functionAt(code: readonly string[], start: number): string | undefined {
  let at = start;
  while (modifiers.has(code[at] ?? '')) at++;
  const isFunction = code[at] === 'function';
  const isConstant = code[at] === 'const';
  if (isFunction || isConstant) at++;
  while (code[at] === '*') at++;
  const name = code[at];
  if (isFunction) return name;
  if (isConstant) return isArrow(code, code.indexOf('=', at) + 1) ? name : undefined;
  const afterParameters = code[at + 1] === '(' ? endOfBrackets(code, at + 1) : undefined;
  return afterParameters !== undefined && /^[{:]$/.test(code[afterParameters] ?? '') ? name : undefined;
}

function isArrow(code: readonly string[], start: number): boolean {
  const at = code[start] === 'async' ? start + 1 : start;
  if (code[at] === '(') return /^(=>|:)$/.test(code[endOfBrackets(code, at)] ?? '');
  return code[at] === '<' || code[at + 1] === '=>';
}

/** Returns the place after the bracket that closes the one at `start`. */
function endOfBrackets(code: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    if (code[at] === '(') depth++;
    if (code[at] === ')' && --depth === 0) return at + 1;
  }
  return code.length;
}
