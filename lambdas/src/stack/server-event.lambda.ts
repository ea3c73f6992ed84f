import { setTimeout as wait } from 'node:timers/promises';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { newId } from '../platform/id.ts';
import { readEnv } from '../platform/env.ts';
import { cloudFormationClient, cloudFormationReader } from './snapshot/cloudformation-client.ts';
import { idleEnv } from './env.ts';
import { stepFunctions, stepFunctionsClient } from './actions/step-functions-client.ts';
import { hear } from './players/handle-server-event.ts';
import { dynamoStackStore } from './store.ts';

const env = readEnv(idleEnv);

const ports = {
  store: dynamoStackStore(documentClient(), env.TABLE_NAME),
  stacks: cloudFormationReader(cloudFormationClient()),
  executions: stepFunctions(stepFunctionsClient(), env.STATE_MACHINE_ARN),
  configured: env.STACKS,
  // A stop is never one too many.
  maxRunningStacks: env.STACKS.length,
  now,
  newId,
  wait: (ms: number) => wait(ms),
};

export const handler = (event: unknown) => hear(ports, event);
