import type * as z from 'zod';
import { log } from '../log.ts';

export type StoredItem = Record<string, unknown>;

class UnreadableItem extends Error {}

type Is<Value> = (value: unknown) => value is Value;

const isText: Is<string> = (value) => typeof value === 'string';
const isNumber: Is<number> = (value) => typeof value === 'number';
const isFlag: Is<boolean> = (value) => typeof value === 'boolean';
const isNothing: Is<null | undefined> = (value) => value === null || value === undefined;
const isTexts: Is<string[]> = (value) => Array.isArray(value) && value.every(isText);
const isNumbers: Is<number[]> = (value) => Array.isArray(value) && value.every(isNumber);
const isSet = (value: unknown): value is Set<string> => value instanceof Set && [...value].every(isText);
const isRow = (value: unknown): value is StoredItem => typeof value === 'object' && value !== null;
const isRows: Is<StoredItem[]> = (value) => Array.isArray(value) && value.every(isRow);

/**
 * The attributes of a row, each as it is meant, or as it is taken where an older version did not write it. (By hand,
 * because lists read thirty rows at a time, and schemas of a library cost every cold start several milliseconds each.)
 */
export class ItemReader {
  readonly item: StoredItem;
  constructor(row: StoredItem) {
    this.item = row;
  }

  private read<Value>(name: string, is: Is<Value>, otherwise: Value | undefined): Value {
    const value = this.item[name];
    if (is(value)) return value;
    if (isNothing(value) && otherwise !== undefined) return otherwise;
    throw new UnreadableItem(name);
  }

  text = (name: string, otherwise?: string) => this.read(name, isText, otherwise);
  number = (name: string, otherwise?: number) => this.read(name, isNumber, otherwise);
  boolean = (name: string) => this.read(name, isFlag, false);
  texts = (name: string, otherwise?: string[]) => this.read(name, isTexts, otherwise);
  numbers = (name: string) => this.read(name, isNumbers, []);
  set = (name: string) => this.read(name, isSet, new Set<string>());
  textOrNull = (name: string) => (isNothing(this.item[name]) ? null : this.text(name));
  numberOrNull = (name: string) => (isNothing(this.item[name]) ? null : this.number(name));
  itemOrNull = (name: string) =>
    isNothing(this.item[name]) ? null : new ItemReader(this.read(name, isRow, undefined));
  itemsOrNull = (name: string) =>
    isNothing(this.item[name]) ? null : this.read(name, isRows, undefined).map((row) => new ItemReader(row));
  oneOf<Choice extends string>(name: string, choices: readonly Choice[], otherwise?: Choice): Choice {
    const isChoice = (value: unknown): value is Choice => choices.some((choice) => choice === value);
    return this.read(name, isChoice, otherwise);
  }
}

/** A row as it is meant, or nothing: one that cannot be read is left out and told of, and never breaks a list. */
export function readItem<Meant>(
  row: StoredItem | undefined,
  read: (attributes: ItemReader) => Meant,
): Meant | undefined {
  if (!row) return undefined;
  try {
    return read(new ItemReader(row));
  } catch (error) {
    if (!(error instanceof UnreadableItem)) throw error;
    return unreadable(row, error.message);
  }
}

/** The same by a schema, where few rows are read. */
export const schemaReader =
  <Meant>(schema: z.ZodType<Meant>) =>
  (row: StoredItem | undefined): Meant | undefined => {
    const result = row && schema.safeParse(row);
    if (!result || result.success) return result?.data;
    return unreadable(row, result.error.issues.map(({ path }) => path.join('.')).join());
  };

function unreadable(row: StoredItem, reason: string) {
  log('warn', 'unreadable row', { key: `${String(row.pk)} ${String(row.sk)}`, reason });
  return undefined;
}
