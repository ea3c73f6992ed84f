import { gameIds } from 'shared-types/rules/stack/game';
import * as z from 'zod';
import { parameterValues } from '../platform/parameter.ts';

const ConfiguredStack = z.object({
  name: z.string(),
  game: z.enum(gameIds).optional(),
  parameters: z.record(z.string(), z.string()),
  hourlyPrice: z.number().nullable(),
  maxUptimeHours: z.number(),
});
export type ConfiguredStack = z.infer<typeof ConfiguredStack>;

const Part = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(ConfiguredStack));

/** Reads the list of stacks, whose parts are in several parameters: see docs/decisions/0053. */
export function readConfiguredStacks(parameterNames: readonly string[]): () => Promise<readonly ConfiguredStack[]> {
  const read = parameterValues(parameterNames);
  return async () => (await read()).flatMap((part) => Part.parse(part));
}
