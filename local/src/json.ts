export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

export function parseJson(text: string): Json {
  const value: unknown = JSON.parse(text);
  if (isJson(value)) return value;
  throw new Error('JSON.parse returned a value that is not JSON');
}

const isJson = (value: unknown): value is Json => value !== undefined;

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Any other value becomes an empty object. */
export const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** Any other value becomes an empty text. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
