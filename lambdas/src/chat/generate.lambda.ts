import { setTimeout as pause } from 'node:timers/promises';
import { AddedModels, addedModelsFile } from 'shared-types/contract/model';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { readBesideBundle } from '../platform/file-beside-bundle.ts';
import { newToken } from '../platform/id.ts';
import { newsEventBus } from '../platform/news/event-bus.ts';
import { newsDesk } from '../platform/news/tell-news.ts';
import { secretParameter } from '../platform/parameter.ts';
import { queueHandler } from '../platform/worker/queue-handler.ts';
import { sqsClient } from '../platform/queue.ts';
import { workerStores } from './compose.ts';
import { generateEnv } from './env.ts';
import { fileBucket } from './files/file-bucket-client.ts';
import { jobQueue } from './jobs/job-queue.ts';
import { ChatJob } from './jobs/job.ts';
import { catalogueFor } from './models/catalogue.ts';
import { openAiClient } from './models/openai-client.ts';
import { modelOfProviders } from './models/providers.ts';
import { modelListClient } from './offers/model-list-client.ts';
import { chatWorker } from './worker.ts';

const env = readEnv(generateEnv);
const added = readBesideBundle(__dirname, addedModelsFile, AddedModels);

/** The SDK always sends a key. A server that needs none ignores it. */
const noKey = async () => 'none';

const timeoutMs = env.LONGEST_ANSWER_MS;
const main = { baseURL: env.OPENAI_BASE_URL, apiKey: secretParameter(env.OPENAI_KEY_PARAMETER) };
const others = added.providers.map(({ name, baseUrl, keyParameter }) => ({
  name,
  server: { baseURL: baseUrl, apiKey: keyParameter === null ? noKey : secretParameter(keyParameter) },
}));

const client = documentClient();

const work = chatWorker({
  store: workerStores({ client, TableName: env.TABLE_NAME }),
  news: newsDesk({ client, TableName: env.NEWS_TABLE_NAME }, newsEventBus()),
  files: fileBucket(env.FILE_BUCKET_URL),
  queue: jobQueue(sqsClient(), env.GENERATION_QUEUE_URL),
  model: modelOfProviders(
    openAiClient({ ...main, timeoutMs }),
    others.map(({ name, server }) => [name, openAiClient({ ...server, timeoutMs })]),
  ),
  modelLists: new Map([
    [env.PROVIDER_NAME, modelListClient(main)],
    ...others.map(({ name, server }) => [name, modelListClient(server)] as const),
  ]),
  // An abort ends the wait early and is no error.
  wait: (ms, signal) => pause(ms, undefined, { signal }).catch(() => {}),
  now,
  newToken,
  settings: {
    catalogue: catalogueFor(env, added),
    spendingLimits: env.SPENDING_LIMITS,
    systemPrompt: env.SYSTEM_PROMPT,
    titleModel: env.TITLE_MODEL,
    temperature: env.TEMPERATURE,
    outputTokens: env.OUTPUT_TOKENS,
    maxAnswerMs: env.LONGEST_ANSWER_MS,
    tickMs: 250,
  },
});

export const handler = queueHandler(ChatJob, work, env.MOST_RECEIVES);
