import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Subscription = z.object({
  arn: z.string(),
  topic: z.string(),
  email: z.string(),
  filterPolicy: z.string().nullable(),
  isConfirmed: z.boolean(),
  /** Since then it waits for its confirmation. */
  pendingSinceMs: z.number(),
  tokens: z.array(z.object({ token: z.string(), expiresAtMs: z.number() })),
  /** The times of the deliveries of the last second. */
  deliveriesMs: z.array(z.number()),
});
export type Subscription = z.infer<typeof Subscription>;

const State = z.array(Subscription);

/** Keeps the subscriptions that calls have made in one file, which every write replaces as a whole. */
export function openSubscriptionStore(dataDir: string) {
  const folder = join(dataDir, 'sns');
  const file = join(folder, 'subscriptions.json');
  let subscriptions = existsSync(file) ? State.parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
  return {
    all: () => subscriptions,
    save(changed: Subscription[]) {
      subscriptions = changed;
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(changed));
      renameSync(`${file}.new`, file);
    },
  };
}
