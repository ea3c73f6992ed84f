import * as fc from 'fast-check';
import * as z from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/** The compiler knows only one of the options. */
const Types = z.array(z.enum(['string', 'number', 'integer', 'boolean', 'null']));

/** Texts that often break programs, and some that follow the rules of usernames and passwords. */
const knownTexts = fc.constantFrom(
  'ann@example.org',
  'Correct-horse-1',
  '123456',
  '0',
  ' ',
  '\u0000',
  '\ud800',
  '\u202eabc',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '${7*7}',
  '%s%n%00',
  '中文🦄'.repeat(20),
);

/** Generates any value that a schema accepts. */
export function valid(schema: z.ZodType): fc.Arbitrary<unknown> {
  const accepted = (value: unknown) => schema.safeParse(value).success;
  if (!(schema instanceof z.ZodObject)) return ofJson(z.toJSONSchema(schema, { io: 'input' })).filter(accepted);
  const fields = fieldsOf(schema);
  const requiredKeys = fields.filter(([, field]) => isRequired(field)).map(([name]) => name);
  return fc
    .record(Object.fromEntries(fields.map(([name, field]) => [name, valid(field)])), { requiredKeys })
    .map((made) => ({ ...made }))
    .filter(accepted);
}

/** Returns the fields of an object's schema by name. */
export const fieldsOf = (schema: z.ZodType): [string, z.ZodType][] =>
  Object.entries<unknown>(schema instanceof z.ZodObject ? schema.shape : {}).flatMap(([name, field]) =>
    field instanceof z.ZodType ? [[name, field]] : [],
  );

export const isRequired = (field: z.ZodType) => !field.safeParse(undefined).success;

function ofJson(schema: Schema): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map(ofAny));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const several = Types.safeParse(schema.type).data;
  if (several) return fc.oneof(...several.map((type) => ofJson({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return ofText(schema);
    case 'integer':
    case 'number':
      return fc.integer({
        min: schema.minimum ?? Number.MIN_SAFE_INTEGER,
        max: schema.maximum ?? Number.MAX_SAFE_INTEGER,
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(ofAny(schema.items), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case 'object':
      return fc.record(mapped(schema.properties ?? {}), { requiredKeys: schema.required ?? [] });
    case undefined:
      break;
  }
  throw new Error(`No generator for ${JSON.stringify(schema)}: add one to test/support/contract/arbitrary.ts`);
}

/** The fields of a schema are loosely typed. Only a field that is a schema itself can be generated. */
function ofAny(part: Schema['items']): fc.Arbitrary<unknown> {
  if (typeof part !== 'object' || Array.isArray(part)) throw new Error(`No generator for ${JSON.stringify(part)}`);
  return ofJson(part);
}

const mapped = (properties: NonNullable<Schema['properties']>) =>
  Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, ofAny(part)]));

function ofText({ pattern, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const anyText = fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength ?? 40, minLength + 40) });
  const longest = fc.constant('x'.repeat(maxLength ?? 0));
  return fc.oneof(
    { weight: 4, arbitrary: knownTexts },
    { weight: 2, arbitrary: anyText },
    { weight: 1, arbitrary: longest },
  );
}

const samples = new WeakMap<z.ZodType, unknown>();

/** Picks one value, the same in every run. */
export function sample(schema: z.ZodType): unknown {
  if (!samples.has(schema)) samples.set(schema, fc.sample(valid(schema), { numRuns: 1, seed: 7 })[0]);
  return samples.get(schema);
}
