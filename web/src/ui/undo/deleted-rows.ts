/** A deleted item that keeps its place in the list while 'Undo' is offered. */
export interface DeletedRow<Item> {
  item: Item;
  index: number;
}

/** The rows of a list: its items, and the deleted ones in their old places. */
export function withDeletedRows<Item>(
  items: readonly Item[],
  deleted: readonly DeletedRow<Item>[],
  keyOf: (item: Item) => string,
) {
  const deletedKeys = new Set(deleted.map(({ item }) => keyOf(item)));
  const rows = items.filter((item) => !deletedKeys.has(keyOf(item))).map((item) => ({ item, isDeleted: false }));
  for (const { item, index } of deleted) rows.splice(index, 0, { item, isDeleted: true });
  return rows.map((row, index) => ({ ...row, index }));
}
