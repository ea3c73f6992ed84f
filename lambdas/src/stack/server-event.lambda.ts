import { setTimeout as wait } from 'node:timers/promises';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { newId } from '../platform/id.ts';
import { readEnv } from '../platform/env.ts';
import { cloudFormationClient, cloudFormationReader } from './snapshot/cloudformation-client.ts';
import { serverEventEnv } from './env.ts';
import { stepFunctionsExecutions, stepFunctionsClient } from './actions/step-functions-client.ts';
import { handleServerEvent } from './players/handle-server-event.ts';
import { stackStore } from './store.ts';

const env = readEnv(serverEventEnv);

const ports = {
  store: stackStore(documentClient(), env.TABLE_NAME),
  stacks: cloudFormationReader(cloudFormationClient()),
  executions: stepFunctionsExecutions(stepFunctionsClient(), env.STATE_MACHINE_ARN),
  configured: env.STACKS,
  // A stop is never one too many.
  maxRunningStacks: env.STACKS.length,
  now,
  newId,
  wait: (ms: number) => wait(ms),
};

export const handler = (event: unknown) => handleServerEvent(ports, event);
