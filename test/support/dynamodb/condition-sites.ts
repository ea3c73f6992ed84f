import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import * as z from 'zod';
import type { Requirement } from './conditions.ts';

/** A place in the source code where a write gets a condition. */
export interface ConditionSite {
  file: string;
  condition: string;
  /** The update expressions of the write; empty for a put or a delete. */
  updates: string[];
}

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode);

const Named = z.object({ key: z.object({ value: z.string() }), value: z.unknown() });
const Shorthand = z.object({ type: z.literal('Identifier'), value: z.string() });
const Constant = z.object({
  type: z.literal('VariableDeclarator'),
  id: z.object({ value: z.string() }),
  init: z.looseObject({ type: z.enum(['StringLiteral', 'TemplateLiteral', 'TaggedTemplateExpression']) }),
});

/** Stands for a part of the text that is only known at run time. */
const anything = '…';

type Constants = ReadonlyMap<string, string>;

/** Returns the possible texts of an expression. */
function textsOf(expression: unknown, constants: Constants): string[] {
  if (!isNode(expression)) return [anything];
  const of = (part: string) => textsOf(expression[part], constants);
  switch (expression['type']) {
    case 'StringLiteral':
      return [String(expression['value'])];
    case 'TemplateLiteral': {
      const texts = [expression['quasis']].flat().filter(isNode);
      return [texts.map(({ cooked }) => String(cooked)).join(anything)];
    }
    case 'BinaryExpression':
      return of('left').flatMap((left) => of('right').map((right) => left + right));
    case 'ConditionalExpression':
      return [...of('consequent'), ...of('alternate')];
    case 'TaggedTemplateExpression':
      return of('template');
    case 'Identifier':
      return [constants.get(String(expression['value'])) ?? anything];
    default:
      return [anything];
  }
}

function propertiesOf(node: Node): ReadonlyMap<string, unknown> {
  const named = [node['properties']].flat().flatMap((property): [string, unknown][] => {
    const { data } = Named.safeParse(property);
    if (data) return [[data.key.value, data.value]];
    const { data: short } = Shorthand.safeParse(property);
    return short ? [[short.value, property]] : [];
  });
  return new Map(named);
}

/**
 * Returns the clauses of `updateItem` in the order in which it writes them, as far as their attributes stand in the
 * sources.
 */
function updateText(properties: ReadonlyMap<string, unknown>): string {
  const clauses = [
    ['SET', ['set', 'setOnce', 'setEntries', 'copy']],
    ['REMOVE', ['remove', 'removeEntries']],
    ['ADD', ['add']],
    ['DELETE', ['deleteFrom']],
  ] as const;
  return clauses
    .flatMap(([verb, names]) => {
      const given = names.flatMap((name) => (properties.has(name) ? [properties.get(name)] : []));
      return given.length === 0 ? [] : [`${verb} ${given.map(attributesText).join(', ')}`];
    })
    .join(' ');
}

/** Returns the attributes of one clause. Spread or computed ones may be any. */
function attributesText(clause: unknown): string {
  if (!isNode(clause)) return anything;
  const elements = [clause['elements']].flat().filter(isNode);
  if (clause['type'] === 'ArrayExpression') {
    return elements.flatMap((element) => textsOf(element['expression'], new Map())).join(', ');
  }
  const names = [...propertiesOf(clause).keys()];
  const isClosed = names.length === [clause['properties']].flat().length;
  return isClosed && names.length > 0 ? names.map((name) => `${name}${anything}`).join('') : anything;
}

const OnlyIf = z.object({
  callee: z.object({ type: z.literal('Identifier'), value: z.literal('onlyIf') }),
  arguments: z.array(z.object({ expression: z.unknown() })),
});
const onlyIfArguments = (call: Node) =>
  OnlyIf.safeParse(call).data?.arguments.map(({ expression }) => expression) ?? [];

function* walked(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* walked(child);
}

/** Finds the places in these files where a write gets a condition; a choice between two conditions counts as two. */
export function conditionSites(pattern: string): ConditionSite[] {
  const nodes = globSync(pattern).flatMap((file) => {
    const parsed = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', target: 'es2024' });
    return [...walked({ ...parsed })].map((node) => ({ file, node }));
  });
  const constants: Constants = new Map(
    nodes.flatMap(({ node }) => {
      const { data } = Constant.safeParse(node);
      return data ? textsOf(data.init, new Map()).map((text): [string, string] => [data.id.value, text]) : [];
    }),
  );
  return nodes.flatMap(({ file, node }) => {
    if (node['type'] === 'CallExpression') {
      const [condition] = onlyIfArguments(node);
      return condition === undefined
        ? []
        : textsOf(condition, constants).map((text) => ({ file, condition: text, updates: [''] }));
    }
    if (node['type'] !== 'ObjectExpression') return [];
    const properties = propertiesOf(node);
    if (properties.has('when')) {
      const hasSpread = [node['properties']].flat().some((each) => isNode(each) && each['type'] === 'SpreadElement');
      const updates = [hasSpread ? anything : updateText(properties)];
      return textsOf(properties.get('when'), constants).map((condition) => ({ file, condition, updates }));
    }
    if (!properties.has('ConditionExpression')) return [];
    const isWhole = properties.has('TableName') && !properties.has('UpdateExpression');
    const updates = isWhole ? [''] : textsOf(properties.get('UpdateExpression'), constants);
    return textsOf(properties.get('ConditionExpression'), constants).map((condition) => ({ file, condition, updates }));
  });
}

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Matches a text of `conditions.ts`, in which the parts that are only known at run time may be anything. */
const like = (text: string) => {
  const pattern = new RegExp(
    `^${text.replaceAll('#', '').replaceAll(/\s+/g, ' ').trim().split(anything).map(escaped).join('[^]*')}$`,
  );
  return { test: (sent: string) => pattern.test(sent.replaceAll('#', '')) };
};

/**
 * Finds the places whose conditions no scenario has sent. Places that look alike need as many different writes: first
 * those with the same condition, then those that also make the same update.
 */
export function conditionsNeverSent(sites: readonly ConditionSite[], sent: readonly Requirement[]): string[] {
  const writes = [...new Map(sent.map((each) => [`${each.what} ${each.condition}`, each])).values()];
  return sites
    .filter((site) => {
      const alike = sites.filter(({ condition }) => condition === site.condition);
      const same = alike.filter(({ updates }) => updates.join() === site.updates.join());
      const fitting = writes.filter(({ condition }) => like(site.condition).test(condition));
      const exact = fitting.filter(({ update }) => site.updates.some((each) => like(each).test(update)));
      return fitting.length < alike.length || exact.length < same.length;
    })
    .map(({ file, condition }) => `${file}: ${condition}`);
}
