import * as z from 'zod';
import { minuteMs } from 'shared-types/rules/time';
import type { Clock } from '../../clock.ts';
import type { OnShutdown } from '../../startup/on-shutdown.ts';
import type { Resource } from '../../template/resource.ts';
import type { ScheduledRule } from '../cloudformation/stack-parts.ts';
import type { Functions } from '../lambda/functions.ts';
import { invocableBy } from '../lambda/invoke-permission.ts';

interface ScheduledRulesProps {
  rules: () => ScheduledRule[];
  resources: Resource[];
  clock: Pick<Clock, 'now'>;
  functions: Pick<Functions, 'invoke'>;
  onShutdown: OnShutdown;
}

const Input = z.json();

/** The clock may jump, so it is read this often. */
const checkIntervalMs = 500;

/**
 * Invokes the target of each scheduled rule once a minute, first a minute after the rule is there. EventBridge drops what a
 * function does not let it invoke: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-rule-schedule.html
 */
export function startScheduledRules({ rules, resources, clock, functions, onShutdown }: ScheduledRulesProps) {
  const invocable = invocableBy('events.amazonaws.com', resources);
  const next = new Map<string, number>();
  const timer = setInterval(() => {
    const now = clock.now();
    for (const { stackId, targetArn, input } of rules()) {
      const at = next.get(stackId);
      if (at !== undefined && now < at) continue;
      next.set(stackId, now + minuteMs);
      if (at === undefined || !invocable.has(targetArn)) continue;
      // The log of a function that failed has the reason, and it is invoked again in a minute.
      void functions.invoke(targetArn, Input.parse(JSON.parse(input))).catch(() => {});
    }
  }, checkIntervalMs);
  onShutdown(() => clearInterval(timer));
}
