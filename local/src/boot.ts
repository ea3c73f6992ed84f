import { hostApiGateway } from './aws/api-gateway/host.ts';
import { hostCloudFormation } from './aws/cloudformation/host.ts';
import { createEdge } from './aws/cloudfront/edge.ts';
import { hostCognito } from './aws/cognito/host.ts';
import { hostDynamoDb } from './aws/dynamodb/host.ts';
import type { Intercept } from './aws/endpoint.ts';
import { hostEc2 } from './aws/ec2/host.ts';
import { hostEventBridge } from './aws/eventbridge/host.ts';
import { startScheduledRules } from './aws/eventbridge/scheduled-rules.ts';
import { hostLambda } from './aws/lambda/host.ts';
import { hostScheduler } from './aws/scheduler/host.ts';
import { openAws } from './aws/service-context.ts';
import { hostS3 } from './aws/s3/host.ts';
import { hostSes } from './aws/ses/host.ts';
import { hostSns } from './aws/sns/host.ts';
import { hostSqs } from './aws/sqs/host.ts';
import { hostSsm } from './aws/ssm/host.ts';
import { hostStepFunctions } from './aws/step-functions/host.ts';
import { build } from './build/build.ts';
import { startClock } from './clock.ts';
import type { Cloud } from './cloud.ts';
import { createControl } from './control/control.ts';
import { invitationMaker } from './control/invitations.ts';
import { startFakes } from './fakes/fakes.ts';
import { startBoots } from './fakes/game-server/boots.ts';
import { gameConsole } from './fakes/game-server/console.ts';
import { gameLogs } from './fakes/game-server/game-log.ts';
import { startPlayers } from './fakes/game-server/players.ts';
import { gameOf } from 'shared-types/rules/stack/game';
import { startWorlds } from './fakes/game-server/worlds.ts';
import { secretParameters } from './fakes/secret-parameters.ts';
import { createMailbox } from './mailbox.ts';
import { configFor, type Settings } from './settings.ts';
import { createShutdown, type OnShutdown } from './startup/on-shutdown.ts';
import { openPort } from './startup/port.ts';
import { lockDataDirectory } from './startup/startup-lock.ts';
import { timedSteps } from './startup/steps.ts';

export interface LocalSite {
  origin: string;
  cloud: Cloud;
  /** Makes an invitation and returns its code. */
  invite(): Promise<string>;
  /** Returns the permissions that the functions' roles have and have not used so far. */
  unusedGrants(): string[];
  close(): Promise<void>;
}

interface BootOptions {
  /** Called with each line that a person should see. */
  log?: (line: string) => void;
  /** Sees every call of AWS before its service does. Tests inject faults with it. */
  intercept?: Intercept | undefined;
}

/** Starts the whole site on this machine. When a step fails, the steps before it are undone. */
export async function startLocalSite(settings: Settings, options: BootOptions = {}): Promise<LocalSite> {
  const { onShutdown, shutDown } = createShutdown();
  try {
    return { ...(await boot(settings, onShutdown, options)), close: shutDown };
  } catch (error) {
    await shutDown();
    throw error;
  }
}

/** The server has taken a command whose output is never asked for. */
const taken = (isTaken: boolean) => (isTaken ? {} : undefined);

async function boot(settings: Settings, onShutdown: OnShutdown, { log = () => {}, intercept }: BootOptions) {
  const { dataDir, stackSpeed, concurrency, routeRate } = settings;
  const step = timedSteps(log);
  const mailbox = createMailbox(log);

  const { origin, serve } = await openPort(settings.port, onShutdown);
  lockDataDirectory(settings, onShutdown);
  const clock = startClock(onShutdown);
  const fakes = await startFakes(settings, { clock, siteOrigin: origin, onShutdown });
  const config = configFor(settings, fakes.addresses);
  const assembly = await build({ dataDir, config, temporaryOrigins: fakes.temporaryOrigins, step });

  const aws = await openAws(assembly, {
    dataDir,
    clock,
    stackSpeed,
    concurrency,
    routeRate,
    mailbox,
    step,
    onShutdown,
    log,
    intercept,
  });
  await hostDynamoDb(aws);
  const sqs = hostSqs(aws);
  hostSns(aws);
  hostSes(aws);
  const ssm = hostSsm(aws, secretParameters(settings));
  const objects = hostS3(aws, origin);
  const cognito = hostCognito(aws);
  const cloudFormation = hostCloudFormation(aws);
  hostEc2(aws, cloudFormation);
  const lambda = hostLambda(aws, sqs);
  const executions = hostStepFunctions(aws, lambda.functions);
  const putEvent = hostEventBridge(aws, lambda.asynchronous);
  startBoots({ booting: cloudFormation.booting, mode: () => cloudFormation.mode, clock, putEvent, onShutdown });
  const gameOfStack = (stackName: string) =>
    gameOf(config.stacks?.configured.find(({ name }) => name === stackName) ?? {});
  const logs = gameLogs({ gameOf: gameOfStack, clock });
  const players = startPlayers({
    running: cloudFormation.running,
    mode: () => cloudFormation.mode,
    clock,
    logs,
    speed: stackSpeed,
    putEvent,
    onShutdown,
  });
  const worlds = startWorlds({
    dataDir,
    gameOf: gameOfStack,
    clock,
    objects,
    putEvent,
    onShutdown,
    running: cloudFormation.running,
    mode: () => cloudFormation.mode,
    speed: stackSpeed,
  });
  cloudFormation.bootWith((stackName, parameters) => worlds.bootProblem(stackName, parameters));
  const servers = gameConsole({
    gameOf: gameOfStack,
    running: cloudFormation.running,
    mode: () => cloudFormation.mode,
    logs,
    players,
  });
  ssm.deliverTo((instanceId, parameters) => {
    const { Mode, Minutes, Verb } = parameters;
    if (Verb !== undefined) return servers.execute(instanceId, parameters);
    if (Mode !== undefined) return taken(worlds.deliver(instanceId, parameters));
    return taken(Minutes === undefined ? players.report(instanceId) : players.warn(instanceId, Minutes));
  });
  startScheduledRules({
    rules: cloudFormation.scheduledRules,
    clock,
    functions: lambda.asynchronous,
    resources: aws.resources,
    onShutdown,
  });
  const scheduler = hostScheduler(aws, lambda);
  const api = hostApiGateway(aws, lambda.functions);
  lambda.startPollers();
  executions.resume();

  const cloud: Cloud = {
    ...fakes,
    resources: aws.resources,
    clock,
    functions: lambda.functions,
    scheduler,
    aws: aws.access,
    accounts: { mails: mailbox.mails, totp: cognito.totp, authenticators: cognito.authenticators },
    stacks: {
      cloudFormation,
      players,
      join: (stackName, name) => servers.join(stackName, name),
      worldSourceOf: (stackName) => worlds.sourceOf(stackName),
      names: config.stacks?.configured.map(({ name }) => name) ?? [],
      executions: () => executions.all(),
    },
  };
  serve(createEdge({ ...aws, api, control: createControl(cloud) }));
  const invite = invitationMaker(cloud);
  return { origin, cloud, invite: async () => (await invite()).code, unusedGrants: lambda.unusedGrants };
}
