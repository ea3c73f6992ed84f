import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { build, stepsTo } from './build/build.ts';
import { type AtClose, openPort, takeDataDirectory } from './startup/startup-lock.ts';
import { createClock, followClock } from './clock.ts';
import type { AwsAccess, Cloud, Letter, Mail } from './cloud.ts';
import { createControl } from './control/control.ts';
import { invitationMaker } from './control/invitations.ts';
import { createCloudFormation } from './aws/cloudformation/service.ts';
import { createCognito } from './aws/cognito/cognito.ts';
import { cognitoService } from './aws/cognito/service.ts';
import { startDynamoDb } from './aws/dynamodb/engine.ts';
import { dynamoDbService } from './aws/dynamodb/service.ts';
import { snsService } from './aws/sns/sns.ts';
import { startSqs } from './aws/sqs/sqs.ts';
import { ssmService } from './aws/ssm/ssm.ts';
import { createExecutions } from './aws/step-functions/executions.ts';
import { stepFunctionsService } from './aws/step-functions/service.ts';
import { ensureTable, tableDefinition } from './aws/dynamodb/tables.ts';
import { eventBus } from './aws/eventbridge/event-rules.ts';
import { startPlayers } from './fakes/game-server/players.ts';
import { startGoogleStandIn } from './fakes/google/google.ts';
import { startListingSite } from './fakes/listing-site/listing-site.ts';
import { startModelStandIn } from './fakes/openai/model.ts';
import { type Caller, type Intercept, startFront } from './aws/endpoint.ts';
import { createFunctionHost, type HostedFunction } from './aws/lambda/function-host.ts';
import { createGateway } from './aws/api-gateway/gateway.ts';
import type { Grants } from './aws/iam.ts';
import { startPoller } from './aws/lambda/poller.ts';
import { resolveTemplate } from './template/resolve.ts';
import { startScheduler } from './aws/scheduler/scheduler.ts';
import { secretParameters, seedParameters } from './aws/ssm/seed.ts';
import { configFor, type Settings } from './settings.ts';
import { createEdge } from './aws/cloudfront/edge.ts';
import { readStack } from './template/stack.ts';

export interface LocalApp {
  origin: string;
  cloud: Cloud;
  /** A code to sign up with. */
  invite(): Promise<string>;
  /** What the functions' roles were granted and have not used so far. */
  unusedGrants(): string[];
  close(): Promise<void>;
}

/** What a test may put into the cloud. */
interface Hooks {
  intercept?: Intercept;
}

/** fauxqs knows no other account. */
const account = '000000000000';
const region = 'us-east-1';

/** Starts the whole cloud: the synthesized app on stand-ins for AWS. `say` is told of each step. */
export async function startLocalApp(
  settings: Settings,
  say: (line: string) => void = () => {},
  hooks: Hooks = {},
): Promise<LocalApp> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    return { ...(await boot(settings, say, (closer) => void closers.push(closer), hooks)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function boot(
  settings: Settings,
  say: (line: string) => void,
  atClose: AtClose,
  { intercept }: Hooks,
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
  const model = settings.model === undefined ? await startModelStandIn({ dataDir }) : undefined;
  if (model) atClose(() => model.close());
  const modelUrl = model?.baseUrl ?? settings.model?.baseUrl ?? '';
  const standIn = { dataDir, clock, siteOrigin: origin, users: settings.google.users };
  const google = settings.google.client ? undefined : await startGoogleStandIn(standIn);
  if (google) atClose(() => google.close());

  const config = configFor(settings, { listingOrigin, modelUrl, google: { origin, ...google?.settings } });
  const addresses = [origin, listing?.origin, model?.origin, google?.settings.issuer];
  const assembly = await build({ dataDir, config, addresses }, step);

  const front = await startFront();
  atClose(() => front.close());
  const dynamoDb = await step('DynamoDB', () => startDynamoDb({ dataDir }));
  atClose(() => dynamoDb.stop());
  const sqs = startSqs(dataDir);
  atClose(() => sqs.stop());

  const parameters = seedParameters(dataDir);
  const secrets = secretParameters(settings);
  const place = { account, region, stackName: assembly.stackName, frontOrigin: front.origin };
  const resources = resolveTemplate(assembly.template, place, parameters);
  const stack = readStack(resources, assembly.assetPath, settings.stackSpeed);

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

  const functions = createFunctionHost({
    functions: stack.functions,
    clock: clock.buffer,
    region,
    endpoint: front.origin,
    dataDir,
  });
  const cloudFormation = createCloudFormation({
    place,
    dataDir,
    clock,
    speed: settings.stackSpeed,
    assetPath: assembly.assetPath,
  });
  const executions = createExecutions({
    machines: stack.machines,
    functions,
    clock,
    speed: settings.stackSpeed,
    dataDir,
  });

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
      ssm: ssmService({ ...parameters, ...stack.parameters }, secrets, place),
      'cognito-idp': identity,
      cloudformation: cloudFormation.service,
      states: stepFunctionsService(stack.machines, executions),
    },
    unsigned: identity,
    callerOf: (accessKeyId) => callers.get(accessKeyId),
    report: say,
    intercept,
  });

  await step('Tables and queues', async () => {
    const client = new DynamoDBClient(aws);
    await Promise.all(stack.tables.map((table) => ensureTable(client, tableDefinition(table))));
    client.destroy();
    for (const queue of stack.queues) sqs.ensureQueue(queue);
  });

  const pollers = stack.mappings.map((mapping) => {
    const worker = stack.functions.find(({ arn }) => arn === mapping.functionArn);
    return startPoller({ mapping, functions, access: accessWith(worker?.accessKeyId ?? '', front.origin) });
  });
  // Functions first, or else closing a poller would wait for the function that it is waiting for.
  atClose(() => Promise.all([functions.close(), ...pollers.map((poller) => poller.close())]));
  executions.resume();
  atClose(() => executions.close());
  const scheduler = startScheduler(stack.schedules, functions, clock, {
    onFailure(functionArn, record) {
      const queue = stack.failureQueues.get(functionArn);
      if (queue) sqs.send(queue, JSON.stringify(record));
    },
  });
  atClose(() => scheduler.close());

  const players = startPlayers({
    running: () => cloudFormation.running(),
    clock,
    speed: settings.stackSpeed,
    put: eventBus(stack.rules, functions),
  });
  atClose(() => players.close());

  const { assetPath } = assembly;
  const accounts = { mails, totp: cognito.totp, authenticators: cognito.authenticators };
  const names = config.stacks?.configured.map(({ name }) => name) ?? [];
  const stacks = { cloudFormation, players, names, executions: () => executions.all() };
  const cloud = {
    resources,
    assetPath,
    clock,
    functions,
    scheduler,
    aws,
    accounts,
    listing,
    model,
    google,
    stacks,
    dataDir,
  };
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
  return {
    name: `arn:aws:sts::${account}:assumed-role/${roleArn.split('/').at(-1)}/${name}`,
    allows: (action, resource) => grants.allows(roleArn, action, resource),
  };
}

const accessWith = (accessKeyId: string, endpoint: string): AwsAccess => ({
  endpoint,
  region,
  credentials: { accessKeyId, secretAccessKey: 'local' },
});
