import { type DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ChatJob } from 'lambdas/chat/jobs/job';
import { type ListedModel, mergeModels } from 'lambdas/chat/models/catalogue';
import { openAiClient } from 'lambdas/chat/models/openai-client';
import type { Model } from 'lambdas/chat/models/model';
import { chatRoutes, type HttpPorts } from 'lambdas/chat/routes';
import { chatWorker, type WorkerPorts } from 'lambdas/chat/worker';
import type { AuditNote } from 'lambdas/platform/audit/audit-event';
import type { Key } from 'lambdas/platform/dynamodb/table';
import type { News } from 'lambdas/platform/news/news';
import { updateItem } from 'lambdas/platform/dynamodb/update-item';
import { newId } from 'lambdas/platform/id';
import { type FakeModel, startFakeModel } from 'local/fakes/openai/model';
import type { QuestionFile } from 'shared-types/contract/chat/files';
import type { FileType } from 'shared-types/rules/chat/files';
import type { SpendingLimit } from 'shared-types/contract/spending';
import type { Engine } from 'local/aws/dynamodb/engine';
import { eventually } from '../../../../support/eventually.ts';
import { chatStores } from './chat-stores.ts';
import { memoryBuckets } from './memory-buckets.ts';
import { person } from '../../../../support/person.ts';
import { startTestTable, type TestTable } from '../../../../support/dynamodb/test-table.ts';

interface QueuedJob {
  job: ChatJob;
  dueMs: number;
}

/** Creates a table and a fake model for the tests of one file. */
export async function startChat(engine?: Engine) {
  const [table, fakeModel] = await Promise.all([
    startTestTable(engine),
    startFakeModel({ pace: { firstMs: 0, everyMs: 1, tokens: 8 } }),
  ]);
  const { hooks, take, calls, whenIdle } = watchCalls(table.documents);
  let userCount = 0;
  return {
    fakeModel,
    /** These functions run before and after each call of the SDK. */
    hooks,
    /** Returns the calls since it was called last. */
    takeCalls: take,
    calls,
    /** Resolves when no call is in progress and the timers have ticked. */
    whenIdle,
    /** Sets attributes of an item, as another version of the site may have. */
    write: (TableName: string, Key: Key, attributes: Record<string, unknown>) =>
      table.documents.send(new UpdateCommand(updateItem({ TableName, Key, set: attributes }))),
    /** Creates a user with a clock and a queue of its own. */
    newUser: (options: UserOptions = {}) => newUser(table, fakeModel, `cognito|${(userCount += 1)}`, options),
    async stop() {
      await fakeModel.close();
      await table.stop();
    },
  };
}
export type Chat = Awaited<ReturnType<typeof startChat>>;

interface UserOptions {
  model?: Model;
  worker?: Partial<WorkerPorts['settings']>;
  limits?: Partial<HttpPorts['settings']['limits']>;
  spending?: { person?: Partial<SpendingLimit>; site?: Partial<SpendingLimit> };
  isOpenAi?: boolean;
  titleModel?: string | null;
  /** Models besides the product's own. */
  models?: ListedModel[];
}

function newUser({ documents, tableName }: TestTable, fakeModel: FakeModel, userId: string, options: UserOptions) {
  const clock = { ms: Date.parse('2026-11-21T12:00:00Z') };
  const now = () => new Date(clock.ms);
  const jobs: QueuedJob[] = [];
  const queue = {
    async send(job: ChatJob, delaySeconds = 0) {
      jobs.push({ job, dueMs: clock.ms + delaySeconds * 1000 });
    },
    tryToSend: (job: ChatJob) => queue.send(job),
  };
  const catalogue = {
    models: mergeModels(options.models ?? [], options.isOpenAi ?? false),
    provider: 'OpenAI',
    isOpenAi: options.isOpenAi ?? false,
  };
  const buckets = memoryBuckets();
  const noLimit = { tokensPerDay: 1e9, tokensPerMonth: 1e9, dollarsPerDay: 1e6, dollarsPerMonth: 1e6 };
  const spendingLimits = {
    person: { ...noLimit, ...options.spending?.person },
    site: { ...noLimit, ...options.spending?.site },
  };
  const store = chatStores({ client: documents, TableName: tableName });
  const ports = {
    store,
    ...buckets,
    queue,
    async wait(ms: number) {
      clock.ms += ms;
    },
    now,
    newId,
    settings: {
      catalogue,
      defaults: { modelCode: 'gpt-4o', memorySize: 10, effort: null, webSearch: false },
      limits: { messagesPerDay: 200, answersAtOnce: 3, ...options.limits },
      spendingLimits,
      titleModel: options.titleModel ?? null,
    },
  } satisfies HttpPorts;
  const real = openAiClient({ baseURL: fakeModel.baseUrl, apiKey: async () => 'key', timeoutMs: 10_000 });
  const told: News[] = [];
  const news = {
    isDown: false,
    async tell(each: News) {
      if (news.isDown) throw new Error('the news table is down');
      told.push(each);
      return each.atMs;
    },
  };
  let tokens = 0;
  const worker: WorkerPorts & { store: typeof store } = {
    store: { ...store },
    news,
    files: buckets.files,
    queue,
    model: options.model ?? real,
    modelLists: new Map(),
    wait: async () => {},
    now,
    newToken: () => `token-${(tokens += 1)}`,
    settings: {
      catalogue,
      spendingLimits,
      systemPrompt: '',
      titleModel: options.titleModel ?? null,
      temperature: null,
      outputTokens: 1000,
      maxAnswerMs: 280_000,
      tickMs: 5,
      ...options.worker,
    },
  };
  const signedInUser = person(userId, 'Ann');
  const routes = chatRoutes(ports);
  const nothing = { params: {}, query: {}, body: {}, user: signedInUser };
  const byMessage = (sessionMessageId: string) => ({ ...nothing, params: { sessionMessageId } });
  const bySession = (sessionId: string) => ({ ...nothing, params: { sessionId } });

  const user = {
    userId,
    clock,
    jobs,
    ports,
    worker,
    news,
    /** The news that was told. */
    told,
    buckets,
    routes,
    nothing,
    tableName,
    work: (job: ChatJob, isLast = false) => chatWorker(worker)(job, { isLastAttempt: isLast }),

    /** Takes the next job that is due from the queue. */
    takeJob() {
      const [due] = jobs.filter(({ dueMs }) => dueMs <= clock.ms).toSorted((one, other) => one.dueMs - other.dueMs);
      if (due) jobs.splice(jobs.indexOf(due), 1);
      return due?.job;
    },
    /** Moves the clock and works until the queue is empty. */
    async drain() {
      while (jobs.length > 0) {
        clock.ms = Math.max(clock.ms, Math.min(...jobs.map(({ dueMs }) => dueMs)));
        const job = user.takeJob();
        if (job) await user.work(job);
      }
    },

    start: (text = 'What is tea?', files?: QuestionFile[]) =>
      routes.createSessionWithMessage({ ...nothing, body: { text, files } }),
    /** Begins a conversation, and returns the id of its pending answer. */
    async ask(text = 'What is tea?') {
      return (await user.start(text)).assistantSessionMessageId;
    },
    async answered(text = 'What is tea?') {
      const id = await user.ask(text);
      await user.drain();
      return id;
    },
    poll: (id: string, query: { after?: number; writer?: string | undefined; holdMs?: number } = {}) =>
      routes.getMessage({ ...byMessage(id), query }),
    stop: (id: string) => routes.stopMessage(byMessage(id)),
    regenerate: (id: string, text?: string) => routes.regenerateMessage({ ...byMessage(id), body: { text } }),
    show: async (id: string, version = 0) => (await routes.showVersion({ ...byMessage(id), body: { version } })).answer,
    send: (sessionId: string, text: string, idempotencyKey?: string, files?: QuestionFile[]) =>
      routes.createMessage({ ...nothing, query: { sessionId }, body: { text, idempotencyKey, files } }),
    /** Stores an upload as the bucket does, and returns the file as a question names it. */
    async upload(content: Buffer, name = 'cat.png', type: FileType = 'image/png'): Promise<QuestionFile> {
      const { fileId } = await routes.requestUpload({ ...nothing, body: { type, bytes: content.length } });
      buckets.uploaded.set(`${userId}/${fileId}`, { type, content });
      return { fileId, name };
    },
    list: (sessionId: string, lastSessionMessageId?: string) =>
      routes.listMessages({ ...nothing, query: { sessionId, lastSessionMessageId } }),
    sessions: (lastSessionId?: string, lastUpdateTime?: number) =>
      routes.listSessions({ ...nothing, query: { lastSessionId, lastUpdateTime } }),
    rename: (sessionId: string, changes: object) =>
      routes.updateSession({
        ...bySession(sessionId),
        body: { title: null, memorySize: null, modelCode: null, ...changes },
      }),
    /** Returns the notes for the audit event. */
    remove: async (sessionId: string) => {
      const notes: AuditNote[] = [];
      const audit = (note: AuditNote) => void notes.push(note);
      const request = { cookie: () => '', header: () => undefined, audit };
      await routes.deleteSession({ ...bySession(sessionId), request });
      return notes;
    },
    restore: (sessionId: string) => routes.restoreSession(bySession(sessionId)),
    get: (sessionId: string) => routes.getSession(bySession(sessionId)),
    fork: (sessionMessageId: string, idempotencyKey = 'fork-1234', text?: string) =>
      routes.forkSession({ ...nothing, body: { sessionMessageId, idempotencyKey, text } }),
    branches: (sessionId: string) => routes.listBranches({ ...nothing, query: { sessionId } }),
    usage: () => routes.getUsage(nothing),

    async rows(prefix = '') {
      const items: Record<string, unknown>[] = [];
      for await (const { Items = [] } of paginateScan(
        { client: documents },
        { TableName: tableName, ConsistentRead: true },
      ))
        items.push(...Items);
      return items.filter(
        ({ pk, sk, userId: owner }) => (pk === `USER#${userId}` || owner === userId) && String(sk).startsWith(prefix),
      );
    },
  };
  return user;
}
export type ChatUser = ReturnType<typeof newUser>;

interface SdkCall {
  /** As in 'UpdateItem'. */
  name: string;
  units: number;
}

/** Records the consumed capacity of each call of a client, and the calls in progress. */
function watchCalls(documents: DynamoDBDocumentClient) {
  const made: SdkCall[] = [];
  const hooks: Hooks = {};
  let inProgress = 0;
  documents.middlewareStack.add(
    (next, context) => async (args) => {
      const name = String(context.commandName).replace('Command', '');
      hooks.before?.(name);
      inProgress += 1;
      const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } }).finally(() => {
        inProgress -= 1;
        hooks.after?.(name);
      });
      const { output } = result;
      const consumed: unknown = 'ConsumedCapacity' in output ? output.ConsumedCapacity : [];
      made.push({ name, units: [consumed].flat().reduce((sum: number, each) => sum + unitsOf(each), 0) });
      return result;
    },
    { step: 'initialize' },
  );
  async function whenIdle() {
    await new Promise((resolve) => setTimeout(resolve, 8));
    await eventually(() => inProgress === 0);
  }
  return { hooks, take: () => made.splice(0), calls: (): readonly SdkCall[] => made, whenIdle };
}

interface Hooks {
  before?: ((name: string) => void) | undefined;
  after?: ((name: string) => void) | undefined;
}

const unitsOf = (consumed: unknown) =>
  typeof consumed === 'object' && consumed !== null && 'CapacityUnits' in consumed ? Number(consumed.CapacityUnits) : 0;
