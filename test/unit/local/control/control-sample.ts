import { afterAll, beforeAll } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createControl } from 'local/control/control';
import { createCloudFormation } from 'local/aws/cloudformation/service';
import { dynamoDbService } from 'local/aws/dynamodb/service';
import { startSqs } from 'local/aws/sqs/sqs';
import { startListingSite } from 'local/fakes/listing-site/listing-site';
import { startFakeModel } from 'local/fakes/openai/model';
import { startEndpoint } from 'local/aws/endpoint';
import { listen } from 'local/http/listen';
import { startTestDatabase, testTableSchema } from '../../../support/dynamodb/test-table.ts';
import { authTableParameter, sessionsTableParameter } from 'infra/parameter-names';
import { resource } from '../template/resource.ts';

const region = 'eu-central-1';
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

const functions = [
  resource('AWS::Lambda::Function', 'LJMonitorHttp', { Runtime: 'nodejs24.x' }, { Arn: 'arn:http' }),
  resource('AWS::Lambda::Function', 'CustomCDKBucketDeployment', { Runtime: 'python3.13' }, { Arn: 'arn:cdk' }),
];

const table = {
  ...resource('AWS::DynamoDB::Table', 'SessionsTable1', testTableSchema),
  ref: 'sessions',
};

/** The records of the tables' names, as the template writes them. One table is both of them here. */
const tableParameters = Object.entries({
  SessionsTableName: sessionsTableParameter,
  AuthTableName: authTableParameter,
}).map(([id, Name]) => resource('AWS::SSM::Parameter', id, { Name, Value: table.ref }));

type ControlSample = Awaited<ReturnType<typeof startControlSample>>;

const googleSettings = {
  clientId: '',
  users: [],
  issuer: '',
  authorizationEndpoint: '',
  tokenEndpoint: '',
  revocationEndpoint: '',
  jwksUri: '',
};

/**
 * Starts the control page on a small cloud: one table, a queue with dead letters, a listing site, a function with a
 * line of log.
 */
async function startControlSample(dataDir: string) {
  let now = Date.UTC(2025, 10, 20);
  const ran: string[] = [];
  const clock = { now: () => now, advance: (ms: number) => void (now += ms) };
  const dynamoDb = await startTestDatabase();
  await dynamoDb.createTable({ name: table.ref });
  const sqs = startSqs(dataDir);
  const awsEndpoint = await startEndpoint();
  const place = { account: '000000000000', region, stackName: 'sample', endpointOrigin: awsEndpoint.origin };
  awsEndpoint.open({
    services: { dynamodb: dynamoDbService(dynamoDb.origin, place), sqs: sqs.service },
    callerOf: () => ({ name: 'the sample', allows: () => true }),
    report: () => {},
  });
  const endpoint = awsEndpoint.origin;
  const aws = { endpoint, region, credentials };

  const queue = (name: string, properties = {}) => {
    const arn = `arn:aws:sqs:${region}:000000000000:${name}`;
    return {
      ...resource('AWS::SQS::Queue', name, properties, { Arn: arn, QueueName: name }),
      ref: `${endpoint}/000000000000/${name}`,
    };
  };
  const dead = queue('refresh-dead');
  const work = queue('refresh', {
    RedrivePolicy: { deadLetterTargetArn: dead.attributes['Arn'] ?? '', maxReceiveCount: 5 },
  });
  for (const each of [dead, work]) sqs.ensureQueue(each);
  await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=local/20251120/${region}/sqs/aws4_request`,
      'x-amz-target': 'AmazonSQS.SendMessage',
    },
    body: JSON.stringify({ QueueUrl: work.ref, MessageBody: 'hello' }),
  });

  const playing: { stackName: string; count: number }[] = [];
  const listing = await startListingSite({ dataDir, clock });
  const cloudFormation = createCloudFormation({ account: place, dataDir, clock, speed: 1, uploadedFile: () => '' });
  const model = await startFakeModel({ dataDir });
  const control = createControl({
    resources: [table, work, dead, ...functions, ...tableParameters],
    clock,
    channels: { origin: '', messages: () => [], close: async () => {} },
    listing,
    model,
    google: {
      settings: googleSettings,
      accounts: () => [{ email: 'ann@home.example', name: 'Ann', consents: 2 }],
      close: async () => {},
    },
    stacks: {
      cloudFormation,
      players: {
        count: () => 0,
        setCount: (stackName, count) => void playing.push({ stackName, count }),
        report: () => true,
        warn: () => true,
        warnings: () => [],
        reportsAsked: () => 0,
      },
      join: () => ({ isAdmitted: true }),
      worldSourceOf: () => 'new',
      names: ['bedrock-survival'],
      executions: () => [{ name: 'one', status: 'RUNNING', transitions: 4 }],
    },
    aws,
    accounts: {
      mails: [
        { to: 'ann@example.org', code: '123456', time: now },
        { to: 'owner@example.org', subject: 'LJMonitor: 1 new', text: '柳荫里\n  NEW <b>', time: now },
      ],
      totp: (username) => (username === 'ann@example.org' ? '654321' : undefined),
      authenticators: () => ['ann@example.org'],
    },
    functions: {
      invoke: async () => null,
      loadOthers: async () => [],
      output: () => ['{"message":"<hello>"}'],
      running: () => 0,
      throttles: () => 0,
      crash: () => {},
      close: async () => {},
    },
    scheduler: {
      names: ['OtherSchedule', 'LJMonitorSchedule'],
      runNow: async (name = 'all') => void ran.push(name),
      close: () => {},
    },
  });
  const server = createServer(control);
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    listing,
    model,
    nowMs: () => now,
    ranSchedules: () => ran,
    playing: () => playing,
    close: async () => {
      server.close();
      await awsEndpoint.close();
      await listing.close();
      await model.close();
      sqs.stop();
      await dynamoDb.stop();
    },
  };
}

/** Starts one sample for a whole test file. Returns the functions that ask it. */
export function controlSample() {
  const dataDir = mkdtempSync(join(tmpdir(), 'control-'));
  let local: ControlSample;
  beforeAll(async () => {
    local = await startControlSample(dataDir);
  }, 20_000);
  afterAll(async () => {
    await local.close();
    rmSync(dataDir, { recursive: true });
  });
  return {
    local: () => local,
    get: (uri: string, headers: Record<string, string> = {}) => fetch(local.url + uri, { headers }),
    post: (uri: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(local.url + uri, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
  };
}
