import { parseSync } from '@swc/core';

/** A change of one place of a source file that some test should notice. */
export interface Mutation {
  line: number;
  /** The place before and after the change, for a person to read. */
  change: string;
  /** The whole file after the change. */
  source: string;
}

interface Place {
  start: number;
  end: number;
  text: string;
}

const opposites: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** A statement before the source tells where the parser begins to count, which differs from call to call. */
const prefix = '0;';

/**
 * Returns every mutation of a file: negated conditions, other comparisons and operators, other numbers and truth
 * values, and properties that are left out.
 */
export function mutationsOf(file: string, source: string): Mutation[] {
  const bytes = Buffer.from(prefix + source);
  const { body } = parseSync(prefix + source, { syntax: 'typescript', tsx: file.endsWith('x') });
  const base = body[0]?.span.start ?? 0;
  const textOf = ({ start, end }: { start: number; end: number }) => bytes.subarray(start, end).toString();
  const places: Place[] = [];
  const replace = (start: number, end: number, text: string) => places.push({ start, end, text });

  const spanOf = (node: unknown) => {
    const span = isRecord(node) ? (node['span'] ?? fieldOf(node, 'expression')?.['span']) : undefined;
    return isRecord(span) ? { start: Number(span['start']) - base, end: Number(span['end']) - base } : undefined;
  };
  const negate = (node: unknown) => {
    const span = spanOf(node);
    if (span) replace(span.start, span.end, `!(${textOf(span)})`);
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isRecord(node)) return;
    const { type, span: _, ...fields } = node;
    // Types change nothing that a test could notice.
    if (/^Ts(Type|Interface|Function|Union|Keyword|Literal)|^ImportDeclaration$/.test(String(type))) return;
    const span = spanOf(node);
    if ((type === 'IfStatement' || type === 'ConditionalExpression') && !hasOpposite(node['test']))
      negate(node['test']);
    if (type === 'BinaryExpression') {
      const [left, right] = [spanOf(node['left']), spanOf(node['right'])];
      const operator = String(node['operator']);
      const opposite = opposites[operator];
      if (left && right && opposite) {
        const between = { start: left.end, end: right.start };
        replace(between.start, between.end, textOf(between).replace(operator, opposite));
      }
    }
    if (span && type === 'NumericLiteral') replace(span.start, span.end, `${Number(node['value']) + 1}`);
    if (span && type === 'BooleanLiteral') replace(span.start, span.end, String(node['value'] !== true));
    if (type === 'ObjectExpression' && Array.isArray(node['properties']))
      for (const property of node['properties']) {
        const place = spanOfProperty(property);
        if (place) replace(place.start, bytes[place.end] === 0x2c ? place.end + 1 : place.end, '');
      }
    for (const field of Object.values(fields)) visit(field);
  };
  const spanOfProperty = (property: unknown) => {
    if (!isRecord(property)) return undefined;
    const [key, value] = [spanOf(property['key']), spanOf(property['value'])];
    if (property['type'] === 'KeyValueProperty' && key && value) return { start: key.start, end: value.end };
    return property['type'] === 'Identifier' ? spanOf(property) : undefined;
  };
  visit(body.slice(1));

  return places.map(({ start, end, text }) => {
    const before = bytes.subarray(prefix.length, start).toString();
    const old = textOf({ start, end });
    return {
      line: before.split('\n').length,
      change: `${brief(old)} → ${text === '' ? 'left out' : brief(text)}`,
      source: before + text + bytes.subarray(end).toString(),
    };
  });
}

/** A comparison becomes its opposite anyway. */
const hasOpposite = (node: unknown) => isRecord(node) && /^[!=]==$/.test(String(node['operator']));

const brief = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const fieldOf = (node: Record<string, unknown>, name: string) => {
  const field = node[name];
  return isRecord(field) ? field : undefined;
};
