import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

/** A write that stands or falls with a condition. */
interface ConditionalWrite {
  /** Which write it is, whatever its ids: its kind, its key, what it changes. */
  what: string;
  update: string;
  condition: string;
}

/** One thing that a condition asks for, `part` of it. */
export interface Demand extends ConditionalWrite {
  part: string;
}

export const nameOf = ({ what, condition, part }: Demand) =>
  `${what}, if ${part}${part === condition ? '' : ` (of: ${condition})`}`;

const Key = z.looseObject({ pk: z.string(), sk: z.string() });
const Write = z.looseObject({
  ConditionExpression: z.string(),
  UpdateExpression: z.string().optional(),
  Key: Key.optional(),
  Item: Key.optional(),
});
const Transaction = z.looseObject({ TransactItems: z.array(z.record(z.string(), z.unknown())) });

/** Without what differs between two rows of the same kind. */
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

/** What a condition asks for, one by one: its parts that must all hold. */
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

/** Holds for every row and for none: so the names and values of what it replaces are still in use. */
const always = 'attribute_exists(pk) OR attribute_not_exists(pk)';

const without = (condition: string, gone: string) =>
  partsOf(condition)
    .map((part) => (part === gone ? `(${part} OR ${always})` : part))
    .join(' AND ');

/**
 * Stands between a client and its tables: notes which conditions are sent, leaves one out when it is told to, and lets
 * others go first.
 */
export function watchConditions(client: DynamoDBDocumentClient) {
  let sent = new Map<string, Demand>();
  let left: Demand | undefined;
  let guest: { before: string; work: () => Promise<unknown> } | undefined;

  /** What is sent instead of a write. */
  function passing(kind: string, input: object): object {
    const write = conditionalWrite(kind, input);
    if (!write) return input;
    for (const part of partsOf(write.condition)) {
      const demand = { ...write, part };
      sent.set(nameOf(demand), demand);
    }
    if (left?.what !== write.what || left.condition !== write.condition) return input;
    return { ...input, ConditionExpression: without(write.condition, left.part) };
  }

  function passed(command: string, input: object): object {
    const { data } = Transaction.safeParse(input);
    if (!data) return passing(command, input);
    return {
      ...input,
      TransactItems: data.TransactItems.map((item) =>
        Object.fromEntries(
          Object.entries(item).map(([kind, write]) => [
            kind,
            write instanceof Object ? passing(`${kind} among others`, write) : write,
          ]),
        ),
      ),
    };
  }

  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const coming = guest;
        if (coming && JSON.stringify(args.input).includes(coming.before)) {
          guest = undefined;
          await coming.work();
        }
        const kind = String(commandName).replace(/(Item)?Command$/, '');
        return next({ ...args, input: { ...args.input, ...passed(kind, args.input) } });
      },
    { step: 'initialize', priority: 'high' },
  );

  return {
    /** Which conditions were sent since the last asking. */
    takeSent(): Demand[] {
      const taken = [...sent.values()];
      sent = new Map();
      return taken;
    },
    /** From now on this is no longer asked for. */
    leaveOut: (demand: Demand | undefined) => void (left = demand),
    /** Somebody else does this just before a call in which these words stand: what was read before it is old by then. */
    meanwhile: (before: string, work: () => Promise<unknown>) => void (guest = { before, work }),
    /** Whether whoever was to go first has gone. */
    isOver: () => guest === undefined,
    forgetGuest: () => void (guest = undefined),
  };
}
