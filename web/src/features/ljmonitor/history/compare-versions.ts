import { type ComparedField, comparedFields } from 'shared-types/rules/house';
import { comparableText } from 'shared-types/rules/monitor/comparable-text';
import type { House } from 'shared-types/contract/ljmonitor';

export type FieldChange = 'up' | 'down' | 'changed';
export type VersionChanges = Partial<Record<ComparedField, FieldChange>>;

/** Returns the fields of a version that differ from the next older version. */
export function compareVersions(version: House, older: House | undefined): VersionChanges {
  if (!older) return {};
  const entries = comparedFields.flatMap((field) => {
    const change = compareField(version[field], older[field]);
    return change ? [[field, change] as const] : [];
  });
  return Object.fromEntries(entries);
}

function compareField(now: House[ComparedField], before: House[ComparedField]): FieldChange | undefined {
  if (typeof now === 'number' && typeof before === 'number' && now !== before) return now > before ? 'up' : 'down';
  return comparable(now) === comparable(before) ? undefined : 'changed';
}

/** Sorts tags, because the listing site shows them in any order, and ignores the style in which it writes a text. */
const comparable = (value: House[ComparedField]) =>
  JSON.stringify(
    Array.isArray(value)
      ? value.map(comparableText).toSorted()
      : typeof value === 'string'
        ? comparableText(value)
        : value,
  );
