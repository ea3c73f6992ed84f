import { Duration } from 'aws-cdk-lib';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import type * as envs from 'lambdas/chat/env';
import { chatApi } from 'shared-types/contract/chat';
import { type AddedModels, addedModelsFile } from 'shared-types/contract/model';
import type { AppConfig } from '../config.ts';
import { openAiKeyParameter, searchPacksParameter } from '../parameter-names.ts';
import type { AppApi } from '../constructs/app-api.ts';
import type { FileBucket } from '../constructs/file-bucket.ts';
import { NodeFunction } from '../constructs/node-function.ts';
import { SingleTable } from '../constructs/single-table.ts';
import type { UploadBucket } from '../constructs/upload-bucket.ts';
import { WorkQueue } from '../constructs/work-queue.ts';
import type { Audit } from './audit.ts';
import type { Notify } from './notify.ts';
import type { Sessions } from './sessions.ts';

interface ChatProps {
  api: AppApi;
  sessions: Sessions;
  audit: Audit;
  notify: Notify;
  chat: AppConfig['chat'];
  /** The most answers that may be written at once by all users. */
  maxWorkers: number;
  /** The bucket that browsers upload to, and the one in which the files of questions stay. */
  uploads: UploadBucket;
  files: FileBucket;
  /** See constructs/single-table.ts. */
  restored: string | undefined;
}

/** A worker needs this time to begin an answer and to save its end. */
const reservedTime = Duration.seconds(20);

/** The chat has one table, its HTTP calls, and a queue whose worker writes the answers. */
export class Chat extends Construct {
  readonly tableName: string;

  constructor(
    scope: Construct,
    id: string,
    { api, sessions, audit, notify, chat, maxWorkers, uploads, files, restored }: ChatProps,
  ) {
    super(scope, id);
    const table = new SingleTable(this, 'Table', { restored });
    this.tableName = table.tableName;
    const maxJobDuration = Duration.minutes(5);
    const queue = new WorkQueue(this, 'GenerationQueue', { job: 'an answer of the chat', maxJobDuration });
    const shared = {
      TABLE_NAME: table.tableName,
      GENERATION_QUEUE_URL: queue.queueUrl,
      OPENAI_BASE_URL: chat.baseUrl,
      PROVIDER_NAME: chat.providerName,
      TITLE_MODEL: chat.titleModel ?? '',
      SPENDING_LIMITS: JSON.stringify(chat.spending),
      FILE_BUCKET_URL: files.url,
    };

    const addedModels: AddedModels = { models: chat.models, providers: chat.providers };
    const besideBundle = { [addedModelsFile]: JSON.stringify(addedModels) };

    const worker = new NodeFunction<typeof envs.generateEnv>(this, 'Generate', {
      entry: 'chat/generate.lambda.ts',
      description: 'Writes one answer of the chat, or purges one deleted conversation',
      besideBundle,
      timeout: maxJobDuration,
      // The purge of a long conversation goes back to this queue after every 5,000 rows, and Lambda stops a loop after sixteen
      // times. It is bounded: every run deletes rows, and an answer that its provider delays goes back once.
      recursiveLoop: RecursiveLoop.ALLOW,
      env: {
        ...shared,
        ...notify.tellEnv,
        OPENAI_KEY_PARAMETER: openAiKeyParameter,
        SYSTEM_PROMPT: chat.systemPrompt ?? '',
        TEMPERATURE: chat.temperature === null ? '' : String(chat.temperature),
        OUTPUT_TOKENS: String(chat.limits.outputTokens),
        LONGEST_ANSWER_MS: String(maxJobDuration.toMilliseconds() - reservedTime.toMilliseconds()),
        MOST_RECEIVES: String(queue.maxReceives),
      },
    });
    // Two users can have all their answers written at once, if the account has executions for it.
    queue.deliverTo(worker, Math.max(2, Math.min(2 * chat.limits.answersAtOnce, maxWorkers)));

    const http = new NodeFunction<typeof envs.httpEnv>(this, 'Http', {
      entry: 'chat/http.lambda.ts',
      description: 'Serves the calls of the chat',
      besideBundle,
      env: {
        ...shared,
        SESSIONS_TABLE_NAME: sessions.tableName,
        UPLOAD_BUCKET_URL: uploads.url,
        ORIGIN_VERIFY: api.originVerify,
        ...audit.env,
        OWNER: sessions.owner,
        DEFAULT_MODEL: chat.defaultModel,
        DEFAULT_MEMORY_SIZE: String(chat.defaultMemorySize),
        MESSAGES_PER_DAY: String(chat.limits.messagesPerDay),
        ANSWERS_AT_ONCE: String(chat.limits.answersAtOnce),
      },
    });

    const packs = new NodeFunction<typeof envs.searchPacksEnv>(this, 'Packs', {
      entry: 'chat/search-packs.lambda.ts',
      description: 'Rebuilds the packs that searches read, for the operator',
      // A run ends after five seconds and the conversation that it is at, which may be a long one.
      timeout: Duration.minutes(1),
      isCalledByHand: true,
      env: { TABLE_NAME: table.tableName },
    });
    new StringParameter(this, 'PacksArn', { parameterName: searchPacksParameter, stringValue: packs.functionArn });

    sessions.grantLookup(http);
    audit.grantWrite(http);
    table.grant(http, ['GetItem', 'Query', 'QueryIndex', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']);
    table.grant(worker, ['GetItem', 'Query', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']);
    table.grant(packs, ['GetItem', 'Query', 'QueryIndex', 'PutItem', 'ConditionCheckItem']);
    notify.grantTell(worker);
    const keyParameters = [openAiKeyParameter, ...chat.providers.flatMap(({ keyParameter }) => keyParameter ?? [])];
    worker.allowParameters([...new Set(keyParameters)]);
    uploads.grantUploads(http, 'chat');
    http.allow(['s3:PutObject', 's3:GetObject', 's3:DeleteObject'], [files.arnForFiles]);
    worker.allow(['s3:GetObject', 's3:DeleteObject'], [files.arnForFiles]);
    for (const sender of [http, worker]) queue.grantSend(sender);
    api.serve(chatApi, http);
  }
}
