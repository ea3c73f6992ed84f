import { setTimeout as pause } from 'node:timers/promises';
import { chatApi } from 'shared-types/contract/chat';
import { AddedModels, addedModelsFile } from 'shared-types/contract/model';
import { auditTrail } from '../platform/audit/audit-trail.ts';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { newId } from '../platform/id.ts';
import { sqsClient } from '../platform/queue.ts';
import { readEnv } from '../platform/env.ts';
import { readBesideBundle } from '../platform/file-beside-bundle.ts';
import { httpHandler } from '../platform/http/http-handler.ts';
import { ownerByEmail } from '../platform/http/owner.ts';
import { dynamoSessions } from '../platform/http/session.ts';
import { httpStores } from './compose.ts';
import { httpEnv } from './env.ts';
import { fileBucket } from './files/file-bucket-client.ts';
import { fileCopier, uploadBucket } from './files/upload-bucket-client.ts';
import { jobQueue } from './jobs/job-queue.ts';
import { catalogueFor } from './models/catalogue.ts';
import { chatRoutes } from './routes.ts';

const env = readEnv(httpEnv);
const client = documentClient();

const routes = chatRoutes({
  store: httpStores({ client, TableName: env.TABLE_NAME }),
  uploads: uploadBucket(env, now),
  files: fileBucket(env.FILE_BUCKET_URL),
  copyFile: fileCopier(env.FILE_BUCKET_URL),
  queue: jobQueue(sqsClient(), env.GENERATION_QUEUE_URL),
  wait: (ms) => pause(ms),
  now,
  newId,
  settings: {
    catalogue: catalogueFor(env, readBesideBundle(__dirname, addedModelsFile, AddedModels)),
    defaults: {
      modelCode: env.DEFAULT_MODEL,
      memorySize: env.DEFAULT_MEMORY_SIZE,
      effort: null,
      webSearch: false,
    },
    limits: { messagesPerDay: env.MESSAGES_PER_DAY, answersAtOnce: env.ANSWERS_AT_ONCE },
    spendingLimits: env.SPENDING_LIMITS,
    titleModel: env.TITLE_MODEL,
  },
});

export const handler = httpHandler(chatApi, routes, {
  sessions: dynamoSessions(client, env.SESSIONS_TABLE_NAME),
  originVerify: env.ORIGIN_VERIFY,
  now,
  audit: auditTrail(client, env),
  isOwner: ownerByEmail(env.OWNER),
});
