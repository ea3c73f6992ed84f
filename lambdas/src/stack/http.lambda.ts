import { setTimeout as wait } from 'node:timers/promises';
import { stackApi } from 'shared-types/contract/stack';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { newId } from '../platform/id.ts';
import { readEnv } from '../platform/env.ts';
import { httpHandler } from '../platform/http/http-handler.ts';
import { ownerByEmail } from '../platform/http/owner.ts';
import { dynamoSessions } from '../platform/http/session.ts';
import { cloudFormationClient, cloudFormationReader } from './snapshot/cloudformation-client.ts';
import { httpEnv } from './env.ts';
import { stepFunctionsExecutions, stepFunctionsClient } from './actions/step-functions-client.ts';
import { stackRoutes } from './routes.ts';
import { stackStore } from './store.ts';

const env = readEnv(httpEnv);
const client = documentClient();

const routes = stackRoutes({
  store: stackStore(client, env.TABLE_NAME),
  stacks: cloudFormationReader(cloudFormationClient()),
  executions: stepFunctionsExecutions(stepFunctionsClient(), env.STATE_MACHINE_ARN),
  configured: env.STACKS,
  maxRunningStacks: env.MAX_RUNNING_STACKS,
  now,
  newId,
  wait: (ms) => wait(ms),
});

export const handler = httpHandler(stackApi, routes, {
  sessions: dynamoSessions(client, env.SESSIONS_TABLE_NAME),
  originVerify: env.ORIGIN_VERIFY,
  now,
  isOwner: ownerByEmail(env.OWNER),
});
