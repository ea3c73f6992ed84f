import type { Json, JsonObject } from './cloud.ts';

export function parseJson(text: string): Json {
  const value: unknown = JSON.parse(text);
  if (isJson(value)) return value;
  throw new Error('JSON.parse has given what is not JSON');
}

const isJson = (value: unknown): value is Json => value !== undefined;

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object to look into, empty where there is none. */
export const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
