import { auditTrail } from '../platform/audit/audit-trail.ts';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { newsEventBus } from '../platform/news/event-bus.ts';
import { newsDesk } from '../platform/news/tell-news.ts';
import { eventHandler } from '../platform/worker/event-handler.ts';
import { actionStore } from './actions/action-store.ts';
import { stepEnv } from './env.ts';
import { cloudFormationClient, cloudFormationReader, cloudFormationWriter } from './snapshot/cloudformation-client.ts';
import { snapshotStore } from './snapshot/snapshot-store.ts';
import { readConfiguredStacks } from './stack-list-store.ts';
import { stateStore } from './state-store.ts';
import { StepInput } from './step-input.ts';
import { stepWorker } from './workflow/step-worker.ts';
import { ssmArchiveCommand } from './worlds/archive-command-client.ts';
import { worldStore } from './worlds/world-store.ts';

const env = readEnv(stepEnv);
const client = cloudFormationClient();
const documents = documentClient();
const table = { client: documents, TableName: env.TABLE_NAME };
const creation = { templateUrls: env.TEMPLATE_URLS, serviceRoleArn: env.SERVICE_ROLE_ARN };

const step = stepWorker({
  audit: auditTrail(documents, env),
  news: newsDesk({ client: documents, TableName: env.NEWS_TABLE_NAME }, newsEventBus()),
  store: { ...stateStore(table), ...actionStore(table), ...snapshotStore(table), ...worldStore(table) },
  stacks: { ...cloudFormationReader(client), ...cloudFormationWriter(client, creation) },
  sendArchiveCommand: ssmArchiveCommand(env.ARCHIVE_DOCUMENT),
  configured: readConfiguredStacks(env.STACK_LIST_PARAMETERS),
  now,
});

export const handler = eventHandler(async (event) => step(StepInput.parse(event)));
