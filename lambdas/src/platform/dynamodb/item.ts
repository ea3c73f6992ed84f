import type * as z from 'zod';
import { log } from '../log.ts';

export type StoredItem = Record<string, unknown>;

class UnreadableItem extends Error {}

type Guard<Value> = (value: unknown) => value is Value;

const isText: Guard<string> = (value) => typeof value === 'string';
const isNumber: Guard<number> = (value) => typeof value === 'number';
const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';
const isMissing: Guard<null | undefined> = (value) => value === null || value === undefined;
const isTextList: Guard<string[]> = (value) => Array.isArray(value) && value.every(isText);
const isNumberList: Guard<number[]> = (value) => Array.isArray(value) && value.every(isNumber);
const isSet = (value: unknown): value is Set<string> => value instanceof Set && [...value].every(isText);
const isItem = (value: unknown): value is StoredItem => typeof value === 'object' && value !== null;
const isItemList: Guard<StoredItem[]> = (value) => Array.isArray(value) && value.every(isItem);

/**
 * Reads the attributes of an item by type, with a default for an attribute that its writers leave out. Items are read
 * without a schema of a library, which costs a starting function milliseconds: see docs/decisions/0004.
 */
export class ItemReader {
  readonly item: StoredItem;
  constructor(item: StoredItem) {
    this.item = item;
  }

  private read<Value>(name: string, is: Guard<Value>, fallback: Value | undefined): Value {
    const value = this.item[name];
    if (is(value)) return value;
    if (isMissing(value) && fallback !== undefined) return fallback;
    throw new UnreadableItem(name);
  }

  text = (name: string, fallback?: string) => this.read(name, isText, fallback);
  number = (name: string, fallback?: number) => this.read(name, isNumber, fallback);
  boolean = (name: string, fallback?: boolean) => this.read(name, isBoolean, fallback);
  texts = (name: string) => this.read(name, isTextList, undefined);
  numbers = (name: string, fallback?: number[]) => this.read(name, isNumberList, fallback);
  /** DynamoDB stores no empty set. */
  set = (name: string) => this.read(name, isSet, new Set<string>());
  textOrNull = (name: string) => (isMissing(this.item[name]) ? null : this.text(name));
  numberOrNull = (name: string) => (isMissing(this.item[name]) ? null : this.number(name));
  entry = (name: string) => new ItemReader(this.read(name, isItem, undefined));
  entryOrNull = (name: string) => (isMissing(this.item[name]) ? null : this.entry(name));
  entries = (name: string) => this.read(name, isItemList, undefined).map((item) => new ItemReader(item));
  entriesOrNull = (name: string) => (isMissing(this.item[name]) ? null : this.entries(name));
  /** Reads an attribute whose values the contract describes by a schema. */
  parsed<Value>(name: string, schema: z.ZodType<Value>): Value {
    const { success, data } = schema.safeParse(this.item[name]);
    if (success) return data;
    throw new UnreadableItem(name);
  }
  oneOf<Option extends string>(name: string, options: readonly Option[]): Option {
    const isOption = (value: unknown): value is Option => options.some((option) => option === value);
    return this.read(name, isOption, undefined);
  }
}

/** Reads an item. An unreadable one is logged and becomes undefined, so that it never breaks a list. */
export function readItem<Value>(
  item: StoredItem | undefined,
  read: (attributes: ItemReader) => Value,
): Value | undefined {
  if (!item) return undefined;
  try {
    return read(new ItemReader(item));
  } catch (error) {
    if (!(error instanceof UnreadableItem)) throw error;
    return logUnreadable(item, error.message);
  }
}

function logUnreadable(item: StoredItem, reason: string) {
  log('warn', 'unreadable row', { key: `${String(item.pk)} ${String(item.sk)}`, reason });
  return undefined;
}

/** Leaves out attributes that are null, because a missing one is read as null. */
export const withoutNulls = (attributes: object) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
