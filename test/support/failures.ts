import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';

/** The environment variable with the file in which the reporters of jest and of the specs leave the failures of a run. */
export const failuresFileVariable = 'FAILURES_FILE';

const Failures = z.object({
  /** The seed of the order, where the runner has one. */
  seed: z.string(),
  failures: z.array(z.object({ file: z.string(), name: z.string(), error: z.string() })),
});
export type Failure = z.infer<typeof Failures>['failures'][number];

/** Writes the failed tests to the file that the environment names; without one, nowhere. */
export function noteFailures(failures: Failure[], seed = '') {
  const file = process.env[failuresFileVariable];
  if (file !== undefined) writeFileSync(file, JSON.stringify({ seed, failures }));
}

/** Returns what a run wrote down; nothing for a run that ended before its reporter. */
export const readFailures = (file: string): z.infer<typeof Failures> =>
  existsSync(file) ? Failures.parse(JSON.parse(readFileSync(file, 'utf8'))) : { seed: '', failures: [] };
