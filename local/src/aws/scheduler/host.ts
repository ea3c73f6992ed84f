import type { HostedLambda } from '../lambda/host.ts';
import type { ServiceContext } from '../service-context.ts';
import { readSchedules } from './schedule.ts';
import { type Scheduler, startScheduler } from './scheduler.ts';

/** Hosts the template's schedules. */
export function hostScheduler(aws: ServiceContext, { asynchronous, sendFailure }: HostedLambda): Scheduler {
  const schedules = readSchedules(aws.resources, aws.policies);
  const scheduler = startScheduler(schedules, asynchronous, aws.clock, { onFailure: sendFailure });
  aws.onShutdown(() => scheduler.close());
  return scheduler;
}
