import { StackAction } from 'shared-types/contract/stack';
import * as z from 'zod';

/**
 * The data that the workflow carries from step to step. A scheduled stop may sleep for a month, so a field that is added to a
 * deployed site needs a default. test/unit/lambdas/stack/step-input.test.ts has an input as it is written.
 */
export const StepInput = z.object({
  actionId: z.string(),
  stackName: z.string(),
  action: StackAction,
  by: z.string(),
  /** The user who requested the action; null for the site itself, whose words for `by` a user may have as a name. */
  userId: z.string().nullable(),
  /** The workflow waits until then before the first step. */
  notBefore: z.iso.datetime(),
  /** For a scheduled stop, the start that scheduled it. The stop applies only to the stack of that start. */
  plannedBy: z.string().nullable(),
  /** When the stack of this start is stopped by the schedule. */
  stopsAtMs: z.number().nullable(),
  /** Until then the interrupted action may still create the stack. */
  quietUntilMs: z.number(),
  deleteRetried: z.boolean(),
  /** The number of consecutive times that CloudFormation was unavailable. */
  unreachable: z.number(),
  /** The number of times that this stop has failed. It is tried again. */
  failures: z.number(),
  /** The archive before the deletion: the number of requests, and the time of the last one that SSM has taken. */
  archive: z.object({ tries: z.number(), sentAtMs: z.number().nullable() }),
});
export type StepInput = z.infer<typeof StepInput>;

/** The input of the next step, with the decision that the workflow's choice reads. */
export type StepOutput = StepInput & {
  verdict: 'wait' | 'done' | 'failed';
  waitSeconds: number;
  reason: string;
};
