import { setTimeout as wait } from 'node:timers/promises';
import { now } from '../platform/clock.ts';
import type { Table } from '../platform/dynamodb/table.ts';
import type { EnvOf } from '../platform/env.ts';
import { newId } from '../platform/id.ts';
import { newsEventBus } from '../platform/news/event-bus.ts';
import { newsDesk } from '../platform/news/tell-news.ts';
import { stepFunctionsClient, stepFunctionsExecutions } from './workflow/step-functions-client.ts';
import { readConfiguredStacks } from './stack-list-store.ts';
import type { serverEventEnv } from './env.ts';
import type { StackPorts } from './ports.ts';
import { cloudFormationClient, cloudFormationReader } from './snapshot/cloudformation-client.ts';
import { stackStore } from './store.ts';

/** Returns the ports of the functions that begin actions. */
export const stackPorts = (
  client: Table['client'],
  env: EnvOf<Omit<typeof serverEventEnv, 'REPORT_DOCUMENT' | 'WARNING_DOCUMENT' | 'CONSOLE_DOCUMENT' | 'EC2_URL'>>,
  limits: Pick<StackPorts, 'maxRunningStacks' | 'serverHourLimits' | 'license' | 'rightsOf' | 'isOwner'>,
): StackPorts => ({
  store: stackStore({ client, TableName: env.TABLE_NAME }),
  stacks: cloudFormationReader(cloudFormationClient()),
  executions: stepFunctionsExecutions(stepFunctionsClient(), env.STATE_MACHINE_ARN),
  configured: readConfiguredStacks(env.STACK_LIST_PARAMETERS),
  ...limits,
  news: newsDesk({ client, TableName: env.NEWS_TABLE_NAME }, newsEventBus()),
  now,
  newId,
  wait: (ms) => wait(ms),
});
