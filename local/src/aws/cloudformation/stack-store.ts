import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { stackModes } from './stack-mode.ts';

const Event = z.object({
  atMs: z.number(),
  /** The stack's own name, or a resource's. */
  logicalId: z.string(),
  type: z.string(),
  physicalId: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
});
export type Event = z.infer<typeof Event>;

const Texts = z.record(z.string(), z.string());

const StackRecord = z.object({
  stackId: z.string(),
  stackName: z.string(),
  status: z.string(),
  statusReason: z.string().nullable(),
  creationMs: z.number(),
  deletionMs: z.number().nullable(),
  description: z.string().nullable(),
  roleArn: z.string().nullable(),
  parameters: Texts,
  tags: Texts,
  /** DescribeStacks shows these once the stack is complete. */
  outputs: Texts,
  /** The order in which they can be created. */
  resources: z.array(
    z.object({ logicalId: z.string(), type: z.string(), physicalId: z.string(), after: z.array(z.string()) }),
  ),
  /** The scheduled rules, each with the target that it invokes every minute. */
  schedules: z.array(z.object({ logicalId: z.string(), targetArn: z.string(), input: z.string() })).default([]),
  /** The logical ids of the resources that exist. */
  made: z.array(z.string()),
  /** The events so far, the newest last. */
  events: z.array(Event),
  /** The events to come, the next first. */
  agenda: z.array(Event),
});
export type StackRecord = z.infer<typeof StackRecord>;

const StackStoreState = z.object({ mode: z.enum(stackModes), stacks: z.array(StackRecord) });
export type StackStoreState = z.infer<typeof StackStoreState>;

/** Keeps all stacks in one file, which every write replaces as a whole. */
export function openStackStore(dataDir: string) {
  const folder = join(dataDir, 'cloudformation');
  const file = join(folder, 'stacks.json');
  mkdirSync(folder, { recursive: true });
  const state = load(file);
  return {
    state,
    save() {
      writeFileSync(`${file}.new`, JSON.stringify(state));
      renameSync(`${file}.new`, file);
    },
  };
}

function load(file: string): StackStoreState {
  try {
    return StackStoreState.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { mode: 'normal', stacks: [] };
  }
}
