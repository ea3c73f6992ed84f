import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { bundleFunctions } from 'infra/bundle';
import type { Assembly } from './template/assembly.ts';
import { type AtClose, openPort, takeDataDirectory } from './claim.ts';
import { createClock, followClock } from './clock.ts';
import type { AwsAccess, Cloud, Letter, Mail } from './cloud.ts';
import { createControl } from './control/index.ts';
import { invitationMaker } from './control/invitations.ts';
import { createCognito } from './emulators/cognito/index.ts';
import { cognitoService } from './emulators/cognito/service.ts';
import { startDynamoDb } from './emulators/dynamodb.ts';
import { dynamoDbService } from './emulators/dynamodb-service.ts';
import { snsService } from './emulators/sns.ts';
import { startSqs } from './emulators/sqs.ts';
import { ssmService } from './emulators/ssm.ts';
import { ensureTable, tableDefinition } from './emulators/tables.ts';
import { startListingSite } from './fakes/listing-site/index.ts';
import { type Caller, startFront } from './front.ts';
import { createFunctionHost, type HostedFunction } from './functions/function-host.ts';
import { createGateway } from './gateway/gateway.ts';
import type { Grants } from './grants.ts';
import { withLock } from './lock.ts';
import { startPoller } from './functions/poller.ts';
import { resolveTemplate } from './template/resolve.ts';
import { startScheduler } from './functions/scheduler.ts';
import { seedParameters } from './seed.ts';
import { configFor, type Settings } from './settings.ts';
import { createEdge } from './edge/edge.ts';
import { readStack } from './template/stack.ts';
import { buildWeb } from './web-build.ts';

export interface LocalApp {
  origin: string;
  cloud: Cloud;
  /** A code to sign up with. */
  invite(): Promise<string>;
  /** What the functions' roles were granted and have not used so far. */
  unusedGrants(): string[];
  close(): Promise<void>;
}

/** fauxqs knows no other account. */
const account = '000000000000';
const region = 'us-east-1';
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the whole cloud: the synthesized app on stand-ins for AWS. `say` is told of each step. */
export async function startLocalApp(settings: Settings, say: (line: string) => void = () => {}): Promise<LocalApp> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    return { ...(await boot(settings, say, (closer) => void closers.push(closer))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function boot(
  settings: Settings,
  say: (line: string) => void,
  atClose: AtClose,
): Promise<Omit<LocalApp, 'close'>> {
  const step = stepsTo(say);
  const { origin, serve } = await openPort(settings.port, atClose);
  const { dataDir } = settings;
  takeDataDirectory(settings, atClose);

  const clock = createClock();
  atClose(followClock(clock.buffer));

  const listing = settings.listingOrigin === undefined ? await startListingSite({ dataDir, clock }) : undefined;
  if (listing) atClose(() => listing.close());
  const listingOrigin = listing?.origin ?? settings.listingOrigin ?? '';

  const assembly = await build(settings, listingOrigin, step);

  const front = await startFront();
  atClose(() => front.close());
  const dynamoDb = await step('DynamoDB', () => startDynamoDb({ dataDir }));
  atClose(() => dynamoDb.stop());
  const sqs = startSqs(dataDir);
  atClose(() => sqs.stop());

  const parameters = { ...seedParameters(dataDir), ...settings.secrets };
  const place = { account, region, stackName: assembly.stackName, frontOrigin: front.origin };
  const resources = resolveTemplate(assembly.template, place, parameters);
  const stack = readStack(resources, assembly.assetPath);

  const mails: (Mail | Letter)[] = [];
  const cognito = createCognito({
    pools: stack.pools,
    dataDir,
    clock,
    onMail(mail) {
      mails.push(mail);
      say(`Mail to ${mail.to}: the code is ${mail.code}`);
    },
  });
  const sns = snsService({
    topics: stack.topics,
    subscriptions: stack.subscriptions,
    clock,
    onMail(letter) {
      mails.push(letter);
      say(`Mail to ${letter.to}: ${letter.subject}`);
    },
  });
  const identity = cognitoService(cognito, place);

  const aws = accessWith('LOCALRUNTIME', front.origin);
  const callers = new Map([
    [aws.credentials.accessKeyId, { name: 'the local cloud', allows: () => true }],
    ...stack.functions.map((hosted) => [hosted.accessKeyId, callerFor(hosted, stack.grants)] as const),
  ]);
  front.open({
    services: {
      dynamodb: dynamoDbService(dynamoDb.origin, place),
      sqs: sqs.service,
      sns,
      ssm: ssmService({ ...parameters, ...stack.parameters }, place),
      'cognito-idp': identity,
    },
    unsigned: identity,
    callerOf: (accessKeyId) => callers.get(accessKeyId),
    report: say,
  });

  await step('Tables and queues', async () => {
    const client = new DynamoDBClient(aws);
    await Promise.all(stack.tables.map((table) => ensureTable(client, tableDefinition(table))));
    client.destroy();
    for (const queue of stack.queues) sqs.ensureQueue(queue);
  });

  const functions = createFunctionHost({
    functions: stack.functions,
    clock: clock.buffer,
    region,
    endpoint: front.origin,
    logDir: join(dataDir, 'logs'),
  });
  const pollers = stack.mappings.map((mapping) => {
    const worker = stack.functions.find(({ arn }) => arn === mapping.functionArn);
    return startPoller({ mapping, functions, access: accessWith(worker?.accessKeyId ?? '', front.origin) });
  });
  // Functions first, or else closing a poller would wait for the function that it is waiting for.
  atClose(() => Promise.all([functions.close(), ...pollers.map((poller) => poller.close())]));
  const scheduler = startScheduler(stack.schedules, functions, clock, {
    onFailure(functionArn, record) {
      const queue = stack.failureQueues.get(functionArn);
      if (queue) sqs.send(queue, JSON.stringify(record));
    },
  });
  atClose(() => scheduler.close());

  const { assetPath } = assembly;
  const accounts = { mails, totp: cognito.totp, authenticators: cognito.authenticators };
  const cloud = { resources, assetPath, clock, functions, scheduler, aws, accounts, listing, dataDir };
  const gateway = createGateway({ routes: stack.routes, invoke: (arn, event) => functions.invoke(arn, event), clock });
  serve(createEdge({ resources, assetPath, api: gateway, control: createControl(cloud) }));
  return {
    origin,
    cloud,
    invite: async () => (await invitationMaker(cloud)()).code,
    unusedGrants: () =>
      stack.functions.flatMap(({ name, roleArn }) => stack.grants.unused(roleArn).map((grant) => `${name}: ${grant}`)),
  };
}

/** A function as IAM sees it: a session of its role. */
function callerFor({ name, roleArn }: HostedFunction, grants: Grants): Caller {
  const roleName = roleArn.slice(roleArn.lastIndexOf('/') + 1);
  return {
    name: `arn:aws:sts::${account}:assumed-role/${roleName}/${name}`,
    allows: (action, resource) => grants.allows(roleArn, action, resource),
  };
}

const accessWith = (accessKeyId: string, endpoint: string): AwsAccess => ({
  endpoint,
  region,
  credentials: { accessKeyId, secretAccessKey: 'local' },
});

/** Bundles, builds and synthesizes; one site at a time, since all of them share the folders that this writes. */
function build(settings: Settings, listingOrigin: string, step: Step): Promise<Assembly> {
  const cacheDir = join(root, 'node_modules', '.cache');
  const outdir = join(settings.dataDir, 'assembly');
  mkdirSync(cacheDir, { recursive: true });
  return withLock(join(cacheDir, 'build.lock'), async () => {
    // Nothing takes longer to load than the CDK, so it does while the rest is built.
    const [{ synthesize }] = await Promise.all([
      import('./template/assembly.ts'),
      step('Functions', bundleFunctions),
      step('Web app', () => buildWeb(root, cacheDir)),
    ]);
    return step('CDK app', async () => {
      rmSync(outdir, { recursive: true, force: true });
      return synthesize(outdir, configFor(settings, listingOrigin));
    });
  });
}

type Step = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

const stepsTo =
  (say: (line: string) => void): Step =>
  async (name, work) => {
    const start = performance.now();
    const result = await work();
    say(`  ${name.padEnd(18)}${((performance.now() - start) / 1000).toFixed(1)} s`);
    return result;
  };
