import { type ComparedField, comparedFields } from 'shared-types/rules/house';
import type { House } from 'shared-types/contract/ljmonitor';

export type FieldChange = 'up' | 'down' | 'changed';
export type VersionChanges = Partial<Record<ComparedField, FieldChange>>;

/** How a version differs from the next older one; nothing where there is none. */
export function compareVersions(version: House, older: House | undefined): VersionChanges {
  if (!older) return {};
  const entries = comparedFields.flatMap((field) => {
    const change = changeOf(version[field], older[field]);
    return change ? [[field, change] as const] : [];
  });
  return Object.fromEntries(entries);
}

function changeOf(now: House[ComparedField], before: House[ComparedField]): FieldChange | undefined {
  if (typeof now === 'number' && typeof before === 'number' && now !== before) return now > before ? 'up' : 'down';
  return comparable(now) === comparable(before) ? undefined : 'changed';
}

/** Tags are a set: the site shows them in any order. */
const comparable = (value: House[ComparedField]) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
