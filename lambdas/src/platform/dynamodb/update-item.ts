import type { Key } from './table.ts';
import type { Write } from './transaction.ts';
import { Aliases, type Condition, conditionText } from './condition.ts';

export interface ItemUpdate {
  TableName: string;
  Key: Key;
  /** Attributes that get a new value. Undefined values are skipped. */
  set?: Record<string, unknown>;
  /** Attributes that get this value unless they already have one. */
  setOnce?: Record<string, unknown>;
  /** Entries of attributes that are maps: `{ inProgress: { [answerId]: untilMs } }`. The map must exist. */
  setEntries?: Record<string, Record<string, unknown>>;
  /** Attributes that get the value that another attribute has before the write. */
  copy?: Record<string, { from: string; otherwise?: unknown }>;
  remove?: readonly string[];
  removeEntries?: Record<string, readonly string[]>;
  /** Numbers to add, or sets to unite with; a missing attribute counts as zero or as an empty set. */
  add?: Record<string, number | ReadonlySet<string>>;
  /** Elements to remove from attributes that are sets. */
  deleteFrom?: Record<string, ReadonlySet<string>>;
  /** The write fails with ConditionalCheckFailedException unless this holds. */
  when?: Condition;
}

const entriesOf = (values: Record<string, unknown> = {}) =>
  Object.entries(values).filter(([, value]) => value !== undefined);

const clause = (verb: string, parts: string[]) => (parts.length > 0 ? [`${verb} ${parts.join(', ')}`] : []);

/** Builds the input of an UpdateCommand. */
export function updateItem({ TableName, Key, when, ...update }: ItemUpdate) {
  const aliases = new Aliases();
  const pairs = (values?: Record<string, unknown>) =>
    entriesOf(values).map(([name, value]) => `${aliases.name(name)} ${aliases.value(value, name)}`);
  const paths = Object.entries(update.removeEntries ?? {}).flatMap(([map, names]) =>
    names.map((name) => `${aliases.name(map)}.${aliases.name(name)}`),
  );
  const UpdateExpression = [
    ...clause('SET', [
      ...entriesOf(update.set).map(([name, value]) => `${aliases.name(name)} = ${aliases.value(value, name)}`),
      ...entriesOf(update.setOnce).map(
        ([name, value]) =>
          `${aliases.name(name)} = if_not_exists(${aliases.name(name)}, ${aliases.value(value, name)})`,
      ),
      ...Object.entries(update.setEntries ?? {}).flatMap(([map, values]) =>
        entriesOf(values).map(
          ([name, value]) => `${aliases.name(map)}.${aliases.name(name)} = ${aliases.value(value, name)}`,
        ),
      ),
      ...Object.entries(update.copy ?? {}).map(([name, { from, otherwise }]) =>
        otherwise === undefined
          ? `${aliases.name(name)} = ${aliases.name(from)}`
          : `${aliases.name(name)} = if_not_exists(${aliases.name(from)}, ${aliases.value(otherwise)})`,
      ),
    ]),
    ...clause('REMOVE', [...(update.remove ?? []).map((name) => aliases.name(name)), ...paths]),
    ...clause('ADD', pairs(update.add)),
    ...clause('DELETE', pairs(update.deleteFrom)),
  ].join(' ');
  return {
    TableName,
    Key,
    UpdateExpression: UpdateExpression || undefined,
    ...(when && { ConditionExpression: conditionText(when, aliases) }),
    ...aliases.parameters(),
  };
}

/** Builds one write of a transaction, which must change at least one attribute. */
export function updateWrite(update: ItemUpdate): Write {
  const { UpdateExpression = '', ...parameters } = updateItem(update);
  return { Update: { UpdateExpression, ...parameters } };
}
