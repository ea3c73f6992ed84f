import { StackAction } from 'shared-types/contract/stack';
import * as z from 'zod';

/** What travels through the workflow from step to step. */
export const StepInput = z.object({
  actionId: z.string(),
  stackName: z.string(),
  action: StackAction,
  by: z.string(),
  /** The workflow waits for this first. */
  notBefore: z.iso.datetime(),
  /** A planned stop: the start that planned it. Only what that start has launched is stopped. */
  plannedBy: z.string().nullable(),
  /** When the stack that this launches is to be stopped again. */
  stopsAtMs: z.number().nullable(),
  /** Until then the interrupted action may still create the stack. */
  quietUntilMs: z.number(),
  deleteRetried: z.boolean(),
  unreachable: z.number(),
});
export type StepInput = z.infer<typeof StepInput>;

/** The same, and what the workflow's choice looks at. */
export type StepOutput = StepInput & {
  verdict: 'wait' | 'done' | 'failed';
  waitSeconds: number;
  reason: string;
};
