import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

/** A write with a condition. */
interface ConditionalWrite {
  /** Identifies the write without its ids: its kind, its key and its changes. */
  what: string;
  update: string;
  condition: string;
}

/** A part of a condition. */
export interface Requirement extends ConditionalWrite {
  part: string;
}

export const describeRequirement = ({ what, condition, part }: Requirement) =>
  `${what}, if ${part}${part === condition ? '' : ` (of: ${condition})`}`;

const Key = z.looseObject({ pk: z.string(), sk: z.string() });
const Write = z.looseObject({
  ConditionExpression: z.string(),
  UpdateExpression: z.string().optional(),
  Key: Key.optional(),
  Item: Key.optional(),
});
const Transaction = z.looseObject({ TransactItems: z.array(z.record(z.string(), z.unknown())) });

/** Returns the constant part of a key. */
const kindOf = (key: string) => /^[A-Z]+(#|$)/.exec(key)?.[0] ?? '*';
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function conditionalWrite(kind: string, input: unknown): ConditionalWrite | undefined {
  const { data } = Write.safeParse(input);
  if (!data) return undefined;
  const { pk = '', sk = '' } = data.Key ?? data.Item ?? {};
  const update = oneLine(data.UpdateExpression ?? '');
  const what = `${kind} ${kindOf(pk)} ${kindOf(sk)}${update && `: ${update}`}`;
  return { what, update, condition: oneLine(data.ConditionExpression) };
}

/** Returns the parts of a condition that must all hold. */
export function partsOf(condition: string): string[] {
  const parts: string[] = [];
  let [depth, begin, isRange] = [0, 0, false];
  for (const { 0: token, index } of condition.matchAll(/[()]|\bBETWEEN\b|\bAND\b|\bOR\b/g)) {
    if (token === '(' || token === ')') depth += token === '(' ? 1 : -1;
    else if (depth > 0) continue;
    else if (token === 'BETWEEN') isRange = true;
    else if (token === 'OR') return [condition];
    else if (isRange) isRange = false;
    else {
      parts.push(condition.slice(begin, index).trim());
      begin = index + token.length;
    }
  }
  return [...parts, condition.slice(begin).trim()];
}

/** Always holds. The omitted part stays in the text beside it, because DynamoDB refuses unused names and values. */
const always = 'attribute_exists(pk) OR attribute_not_exists(pk)';

const without = (condition: string, omitted: string) =>
  partsOf(condition)
    .map((part) => (part === omitted ? `(${part} OR ${always})` : part))
    .join(' AND ');

/** Records the conditions that a client sends, omits a part of one on request, and runs concurrent writes before a call. */
export function watchConditions(client: DynamoDBDocumentClient) {
  let sent = new Map<string, Requirement>();
  let omitted: Requirement | undefined;
  let pending: { before: string; work: () => Promise<unknown> } | undefined;

  function withoutOmitted(kind: string, input: object): object {
    const write = conditionalWrite(kind, input);
    if (!write) return input;
    for (const part of partsOf(write.condition)) {
      const requirement = { ...write, part };
      sent.set(describeRequirement(requirement), requirement);
    }
    if (omitted?.what !== write.what || omitted.condition !== write.condition) return input;
    return { ...input, ConditionExpression: without(write.condition, omitted.part) };
  }

  function changedInput(command: string, input: object): object {
    const { data } = Transaction.safeParse(input);
    if (!data) return withoutOmitted(command, input);
    return {
      ...input,
      TransactItems: data.TransactItems.map((item) =>
        Object.fromEntries(
          Object.entries(item).map(([kind, write]) => [
            kind,
            write instanceof Object ? withoutOmitted(`${kind} among others`, write) : write,
          ]),
        ),
      ),
    };
  }

  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const concurrent = pending;
        if (concurrent && JSON.stringify(args.input).includes(concurrent.before)) {
          pending = undefined;
          await concurrent.work();
        }
        const kind = String(commandName).replace(/(Item)?Command$/, '');
        return next({ ...args, input: { ...args.input, ...changedInput(kind, args.input) } });
      },
    { step: 'initialize', priority: 'high' },
  );

  return {
    /** Returns the conditions since the last call. */
    takeSent(): Requirement[] {
      const taken = [...sent.values()];
      sent = new Map();
      return taken;
    },
    /** Omits this requirement from now on. */
    omit: (requirement: Requirement | undefined) => void (omitted = requirement),
    /** Runs this work just before the next call whose input contains the text, so that earlier reads are out of date. */
    meanwhile: (before: string, work: () => Promise<unknown>) => void (pending = { before, work }),
    isPending: () => pending !== undefined,
    cancelMeanwhile: () => void (pending = undefined),
  };
}
