import type { Tool } from 'shared-types/rules/auth/preferences';
import { modifierKey } from '../../lib/modifier-key.ts';
import { placesOf } from '../top-bar/places.ts';

/** The keys that follow the key g. Their letters stay, whatever the order of the tools. */
const placeKeys: Readonly<Record<string, string>> = { h: '/', m: '/ljmonitor', s: '/stack', c: '/chat' };

/** Returns the address that a key leads to after the key g. */
export const placeOf = (key: string) => placeKeys[key];

const keyOf = (path: string) => Object.keys(placeKeys).find((key) => placeKeys[key] === path);

/** Returns the keys as the help lists them, the tools in the user's order. */
export const shortcutsOf = (tools: readonly Tool[]): readonly (readonly [keys: string, effect: string])[] => [
  [`${modifierKey()} K`, 'Go to a tool, community, stack or conversation'],
  ['?', 'Show these keys'],
  ...placesOf(tools).map(({ path, name }) => [`g ${keyOf(path)}`, `Go to ${name}`] as const),
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['o', 'Open the row'],
  ['r', 'Mark the house as read'],
  ['s', 'Star the house'],
  ['h', 'Hide the house'],
  ['/', 'Search or filter'],
  ['n', 'New conversation or community'],
  [`${modifierKey()} Enter`, 'Send the message'],
  ['↑', 'Edit the last question, in an empty message'],
  ['Esc', 'Stop the answer, in the message'],
  [`${modifierKey()} Z`, 'Undo, while it is offered'],
];

/** A row of a list names its parts by the keys that act on them: `data-key="o"` is the link that opens it. */
const partOf = (parent: ParentNode, key: string) => parent.querySelector<HTMLElement>(`[data-key="${key}"]`);

const rowsOf = (root: ParentNode) => [...root.querySelectorAll('li')].filter((row) => partOf(row, 'o'));

/** Moves the focus to the next or the previous row of the list. Without a focus in it, j begins at its first row. */
function moveFocus(root: ParentNode, step: 1 | -1) {
  const rows = rowsOf(root);
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[current < 0 ? 0 : current + step];
  const link = next && partOf(next, 'o');
  link?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return Boolean(link);
}

const rowActions = new Set(['o', 'r', 's', 'h']);

/** Does what a single key stands for. Returns false if it stands for nothing on this screen. */
export function pressKey(key: string): boolean {
  const main = document.querySelector('main');
  if (!main) return false;
  if (key === 'j' || key === 'k') return moveFocus(main, key === 'j' ? 1 : -1);
  if (rowActions.has(key)) {
    const row = rowsOf(main).find((each) => each.contains(document.activeElement));
    const part = row && partOf(row, key);
    part?.click();
    return Boolean(part);
  }
  if (key !== '/' && key !== 'n') return false;
  const target = partOf(main, key);
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) target.focus();
  else target?.click();
  return target !== null;
}
