import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeEach } from '@jest/globals';
import { CloudFormationClient, DeleteStackCommand } from '@aws-sdk/client-cloudformation';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditEvent } from 'lambdas/platform/audit/audit-event';
import { AppError } from 'lambdas/platform/app-error';
import type { News } from 'lambdas/platform/news/news';
import { timeKey } from 'lambdas/platform/dynamodb/table';
import {
  cloudFormationClient,
  cloudFormationReader,
  cloudFormationWriter,
} from 'lambdas/stack/snapshot/cloudformation-client';
import { allRights } from 'lambdas/stack/rights/rights';
import type { ConfiguredStack } from 'lambdas/stack/stack-list-store';
import type { Execution, Executions } from 'lambdas/stack/ports';
import { type StackPorts, stackRoutes } from 'lambdas/stack/routes';
import { stepWorker } from 'lambdas/stack/workflow/step-worker';
import type { StepInput } from 'lambdas/stack/step-input';
import { stackStores } from 'lambdas/stack/compose';
import type { Engine } from 'local/aws/dynamodb/engine';
import { createCloudFormation } from 'local/aws/cloudformation/service';
import { startEndpoint } from 'local/aws/endpoint';
import { fakeServers } from './fake-servers.ts';
import { startTestTable } from '../../../support/dynamodb/test-table.ts';
import { person } from '../../../support/person.ts';

const place = { account: '000000000000', region: 'us-east-1' };
const credentials = { accessKeyId: 'TEST', secretAccessKey: 'test' };
const user = person('cognito|ann', 'Ann');

/** A template with two resources, one after the other. */
const template = {
  Parameters: Object.fromEntries(
    ['Motd', 'WorldRequest', 'WorldSource', 'WorldKnown', 'AllowList'].map((name) => [
      name,
      { Type: 'String', Default: 'hello' },
    ]),
  ),
  Resources: {
    Server: { Type: 'AWS::EC2::SecurityGroup', DependsOn: 'Firewall' },
    Firewall: { Type: 'AWS::EC2::SecurityGroup' },
  },
  Outputs: { Address: { Value: { 'Fn::GetAtt': ['Server', 'GroupId'] } }, Motd: { Value: { Ref: 'Motd' } } },
};

// Waits in real time, because the tests wait for real calls.
const wait = (ms: number) => pause(ms / 10);

/** Starts the environment for all tests of a file. Each test begins without faults. */
export async function useStackTestEnvironment(engine?: Engine) {
  const env = await startStackTestEnvironment(engine);
  afterAll(() => env.stop());
  beforeEach(() => {
    env.cloudFormation.setMode('normal');
    env.executions.mode = 'normal';
    env.news.isDown = false;
    env.deny(false);
  });
  return env;
}

/** Starts the stack manager's code on a real table and the emulator of CloudFormation. Tests move the time. */
export async function startStackTestEnvironment(engine?: Engine) {
  const dataDir = mkdtempSync(join(tmpdir(), 'stacks-'));
  const templateFile = join(dataDir, 'template.json');
  writeFileSync(templateFile, JSON.stringify(template));
  let nowMs = Date.UTC(2026, 2, 1, 20);
  const clock = { now: () => nowMs, advance: (ms: number) => void (nowMs += ms) };
  const now = () => new Date(nowMs);

  const table = await startTestTable(engine);
  const { documents, tableName: TableName } = table;
  const store = stackStores({ client: documents, TableName });

  const cloudFormation = createCloudFormation({
    account: place,
    dataDir,
    clock,
    speed: 1,
    uploadedFile: () => templateFile,
  });
  const awsEndpoint = await startEndpoint();
  let denied = false;
  awsEndpoint.open({
    services: { cloudformation: cloudFormation.service },
    callerOf: () => ({ name: 'the test', allows: () => !denied }),
    report: () => {},
  });
  // The SDK's own retries are switched off: the tests are about ours.
  const aws = { endpoint: awsEndpoint.origin, region: place.region, credentials, maxAttempts: 1 };
  const client = cloudFormationClient(aws);
  const stacks = {
    ...cloudFormationReader(client),
    ...cloudFormationWriter(client, {
      templateUrls: { bedrock: 'https://s3.x/assets/template.json' },
      serviceRoleArn: 'arn:role',
    }),
  };
  const byHand = new CloudFormationClient(aws);

  const executions = fakeExecutions();
  const stackList: ConfiguredStack[] = [];
  const configured = async () => stackList;
  const told: News[] = [];
  const news = {
    isDown: false,
    tell: async (each: News) => {
      if (news.isDown) throw new Error('the news table is down');
      told.push(each);
      return each.atMs;
    },
    tryToTell: (each: News) =>
      news.tell(each).then(
        () => true,
        () => false,
      ),
  };
  let ids = 0;
  const newId = () => `action-${String(++ids).padStart(4, '0')}`;
  const ports = {
    store,
    stacks,
    executions,
    configured,
    maxRunningStacks: 1000,
    serverHourLimits: { person: 1e6, site: 1e6 },
    license: null,
    rightsOf: async () => ({ of: () => allRights, isForEveryone: true }),
    isOwner: async () => false,
    news,
    now,
    newId,
    wait,
  };
  const events: AuditEvent[] = [];
  const servers = fakeServers();
  const audit = async (event: AuditEvent) => void events.push(event);
  const { sendArchiveCommand } = servers;
  const stepPorts = { audit, news, store, stacks, sendArchiveCommand, configured, now };

  /** Runs an execution as the workflow does, and moves the time by its pauses. */
  async function drive(input: StepInput, step = stepWorker(stepPorts), maxSteps = 500) {
    nowMs = Math.max(nowMs, Date.parse(input.notBefore));
    let given = input;
    for (let steps = 1; steps <= maxSteps; steps++) {
      if (executions.statusOf(input.actionId) !== 'RUNNING') return { steps };
      const output = await step(given);
      if (output.verdict !== 'wait') {
        executions.end(input.actionId, output.verdict === 'done' ? 'SUCCEEDED' : 'FAILED', output.reason);
        return { steps };
      }
      clock.advance(output.waitSeconds * 1000);
      given = output;
    }
    return { steps: maxSteps };
  }

  const api = apiOf(stackRoutes(ports));

  /** Configures another stack, which does not exist yet, and returns its name. */
  function newStack(change: Partial<ConfiguredStack> = {}) {
    const name = `game-${++ids}`;
    stackList.push({ name, parameters: {}, hourlyPrice: 0.02, maxUptimeHours: 6, ...change });
    return name;
  }

  function last(isPlanned: boolean) {
    const found = executions.started.findLast(({ plannedBy }) => (plannedBy !== null) === isPlanned);
    if (!found) throw new Error('nothing was started');
    return found;
  }
  /** Returns the input of the latest action's execution. */
  const lastStarted = () => last(false);

  /** Takes the steps of the latest stop until it has failed, and returns the input of its next try. */
  async function untilFailed() {
    let output = await step(lastStarted());
    for (; output.failures === 0; output = await step(output)) {
      if (output.verdict !== 'wait') throw new Error('the stop has ended');
      clock.advance(output.waitSeconds * 1000);
    }
    return output;
  }
  const step = stepWorker(stepPorts);

  return {
    clock,
    store,
    stacks,
    stepPorts,
    untilFailed,
    servers,
    ports: { ...ports, ...servers, audit },
    /** The audit events of the workers. */
    events,
    news,
    /** Returns the news about a server, as topic and title, with their ids. */
    newsOf: (stackName: string) =>
      told
        .filter(({ groups: [group] }) => group?.name === stackName)
        .map(({ newsId, groups: [group] }) => ({ newsId, ...group?.entries[0] })),
    cloudFormation,
    executions,
    drive,
    step,
    api,
    apiWith: (change: Partial<StackPorts>) => apiOf(stackRoutes({ ...ports, ...change })),
    newStack,
    lastStarted,
    lastScheduledStop: () => last(true),
    finish: () => drive(lastStarted()),
    /** Starts another stack and returns its name. */
    async startedStack(change: Partial<ConfiguredStack> = {}) {
      const name = newStack(change);
      await api.start(name);
      await drive(lastStarted());
      clock.advance(10_000);
      return name;
    },
    logs: async (stackName: string) => (await api.detail(stackName)).actionLogs,
    statusOf: async (stackName: string) => (await stacks.findStack(stackName))?.status ?? null,
    deleteByHand: (StackName: string) => byHand.send(new DeleteStackCommand({ StackName })),
    deny: (isDenied: boolean) => void (denied = isDenied),
    /** Deletes the log of an action. */
    deleteLog: (stackName: string, { actionId, notBefore }: StepInput) =>
      documents.send(
        new DeleteCommand({
          TableName,
          Key: { pk: `STACK#${stackName}`, sk: `ACTION#${timeKey(Date.parse(notBefore))}#${actionId}` },
        }),
      ),
    /** Overwrites an item by hand. */
    overwriteItem: (pk: string, sk: string, row: object) =>
      documents.send(new PutCommand({ TableName, Item: { ...row, pk, sk } })),
    /** Counts the calls to CloudFormation of one operation on a stack. */
    calls: (operation: string, stackName: string) => cloudFormation.calls()[`${operation} ${stackName}`] ?? 0,
    async stop() {
      client.destroy();
      byHand.destroy();
      await awsEndpoint.close();
      await table.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const given = (stackName: string) => ({ params: { stackName }, query: {}, body: {}, user });

/** Returns the routes as the browser calls them. */
function apiOf(routes: ReturnType<typeof stackRoutes>) {
  return {
    list: () => routes.listStacks({ params: {}, query: {}, body: {}, user }),
    costs: () => routes.getStackCosts({ params: {}, query: {}, body: {}, user }),
    description: async (stackName: string) => (await routes.describeStack(given(stackName))).data,
    detail: async (stackName: string) => (await routes.getStackDetail(given(stackName))).data,
    start: async (stackName: string) => (await routes.startStack(given(stackName))).data,
    restart: async (stackName: string) => (await routes.restartStack(given(stackName))).data,
    stop: async (stackName: string) => (await routes.stopStack(given(stackName))).data,
  };
}

interface FakeExecutions extends Executions {
  started: StepInput[];
  /** The fate of the next start: it is refused, or its request is lost, or the answer to the start of an action is. */
  mode: 'normal' | 'refuses' | 'dies' | 'loses';
  /** The number of `find` calls. */
  asked: number;
  statusOf(actionId: string): Execution['status'];
  end(actionId: string, status: Execution['status'], cause?: string | null): void;
}

/** Records the starts and runs nothing. */
function fakeExecutions(): FakeExecutions {
  const started: StepInput[] = [];
  const ended = new Map<string, Execution>();
  const statusOf = (actionId: string) => ended.get(actionId)?.status ?? 'RUNNING';
  const executions: FakeExecutions = {
    started,
    mode: 'normal',
    asked: 0,
    statusOf,
    end: (actionId, status, cause = null) => void ended.set(actionId, { status, cause }),
    async start(input) {
      if (executions.mode === 'refuses') return false;
      if (executions.mode === 'dies') throw new AppError('unavailable', 'no answer');
      started.push(input);
      if (executions.mode === 'loses' && input.plannedBy === null) throw new AppError('unavailable', 'no answer');
      return true;
    },
    async stop(actionId, cause) {
      if (statusOf(actionId) === 'RUNNING') ended.set(actionId, { status: 'ABORTED', cause });
    },
    async find(actionId) {
      executions.asked++;
      if (!started.some((input) => input.actionId === actionId)) return undefined;
      return ended.get(actionId) ?? { status: 'RUNNING', cause: null };
    },
  };
  return executions;
}
