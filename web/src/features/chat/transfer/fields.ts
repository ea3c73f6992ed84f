/** An object of an export. No other site documents its format, so nothing in it is certain. */
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
export const textOf = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : '');
/** Returns the objects of an array. */
export const itemsOf = (value: unknown) => (Array.isArray(value) ? value : []).filter(isFields);
