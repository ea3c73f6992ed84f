import { Annotations, ArnFormat, Aws, Duration, Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type * as envs from 'lambdas/stack/env';
import { maxScheduledHours } from 'shared-types/rules/stack-status';
import { stackApi, stackWorldApi } from 'shared-types/contract/stack';
import { stackConsoleApi } from 'shared-types/contract/stack/console';
import { stackLinkApi, startLinkRoute } from 'shared-types/contract/stack/links';
import { stackLicenseApi } from 'shared-types/contract/stack/license';
import { stackRightsApi } from 'shared-types/contract/stack/rights';
import { stackTimesApi } from 'shared-types/contract/stack/weekly-times';
import { worldTransferApi } from 'shared-types/contract/stack/world-transfer';
import type { AdoptedWorld } from '../adopted.ts';
import type { AppConfig } from '../config.ts';
import type { AppApi, Throttle } from '../constructs/app-api.ts';
import { NodeFunction } from '../constructs/node-function.ts';
import { ScheduledCall } from '../constructs/scheduled-call.ts';
import { SingleTable } from '../constructs/single-table.ts';
import type { UploadBucket } from '../constructs/upload-bucket.ts';
import { consoleDocument } from '../game-server/documents/console-document.ts';
import { archiveDocument } from '../game-server/documents/archive-document.ts';
import { reportDocument } from '../game-server/documents/report-document.ts';
import { GameServerRole } from '../game-server/role.ts';
import { TemplateBucket } from '../game-server/template-bucket.ts';
import { gamesOf, imageOf, isPinned } from '../game-server/images.ts';
import { gameServerTemplates } from '../game-server/template.ts';
import { GameWorld, serverEvents } from '../game-server/world.ts';
import { warningDocument } from '../game-server/documents/warning-document.ts';
import type { Audit } from './audit.ts';
import type { Notify } from './notify.ts';
import type { Sessions } from './sessions.ts';
import { StackList } from './stack-list.ts';
import { StackWorkflow } from './stack-workflow.ts';

/** Visitors with a start link occupy one execution at most: see `infra/src/sign-in-rates.ts`. */
const linkThrottle: Record<string, Throttle> = { [startLinkRoute]: { burst: 1, rate: 0.9 } };

interface StackManagerProps {
  api: AppApi;
  sessions: Sessions;
  audit: Audit;
  notify: Notify;
  /** The bucket that browsers upload to. */
  uploads: UploadBucket;
  stacks: AppConfig['stacks'];
  /** The name of a restored table: see constructs/single-table.ts. */
  restored: string | undefined;
  /** The worlds that an earlier deployment kept. */
  adoptedWorld: AdoptedWorld | undefined;
}

/** The stack manager: its API, the workflow that carries out actions, and the handler of game server events. */
export class StackManager extends Construct {
  readonly tableName: string;
  /** The worlds that a later deployment can adopt. */
  readonly keptWorld: AdoptedWorld;

  constructor(
    scope: Construct,
    id: string,
    { api, sessions, audit, notify, uploads, stacks, restored, adoptedWorld }: StackManagerProps,
  ) {
    super(scope, id);
    const stackNames = stacks.configured.map(({ name }) => name);
    refuseOwnName(this, stackNames);
    const table = new SingleTable(this, 'Table', { restored });
    this.tableName = table.tableName;
    for (const game of gamesOf(stacks)) {
      const image = imageOf(game, stacks);
      if (isPinned(image)) continue;
      const text = `The server image ${image.name} is not pinned, so each start may run another version. Run npm run setup to pin it.`;
      Annotations.of(this).addWarningV2('home-page:server-image', text);
    }
    const template = new TemplateBucket(this, 'Template', gameServerTemplates(stacks));
    const watcher = watcherOf(this);
    const world = new GameWorld(this, 'GameWorld', {
      stackNames,
      watchFunctionArn: watcher.arn,
      zoneLetter: stacks.zoneLetter,
      adopted: adoptedWorld,
    });
    this.keptWorld = world.kept;
    const role =
      stackNames.length > 0
        ? new GameServerRole(this, 'GameServer', {
            stackNames,
            world,
            watchFunctionArn: watcher.arn,
            hostedZoneId: stacks.zone?.hostedZoneId,
          })
        : undefined;
    const list = new StackList(this, 'List', withPlaces(stacks.configured, world));
    const document = archiveDocument(this, 'Archive');
    const report = reportDocument(this, 'Report');
    const warning = warningDocument(this, 'Warning');
    const gameConsole = consoleDocument(this, 'Console');
    const commandEnv = { ARCHIVE_DOCUMENT: document.ref };
    const bucketEnv = { ARCHIVE_BUCKET_URL: world.archives.urlForObject() };
    const commonEnv = {
      TABLE_NAME: table.tableName,
      STACK_LIST_PARAMETERS: list.parameterNames,
      ...notify.tellEnv,
    };

    const limitsEnv = {
      MAX_RUNNING_STACKS: String(stacks.maxRunningStacks),
      PERSON_SERVER_HOURS: String(stacks.hoursPerMonth.person),
      SITE_SERVER_HOURS: String(stacks.hoursPerMonth.site),
      LICENSE: JSON.stringify(stacks.license),
    };

    const rightsEnv = {
      OWNER: sessions.owner,
      STACK_USERS: JSON.stringify(stacks.users === 'everyone' ? null : stacks.users),
    };

    const step = new NodeFunction<typeof envs.stepEnv>(this, 'Step', {
      entry: 'stack/step.lambda.ts',
      description: 'Takes one step of a start, restart or stop',
      // An interrupted step may run until this timeout: see maxStepMs in lambdas/src/stack/workflow/begin-action.ts.
      timeout: Duration.seconds(30),
      env: {
        ...commonEnv,
        TEMPLATE_URLS: Stack.of(this).toJsonString(template.urls),
        SERVICE_ROLE_ARN: role?.roleArn ?? '',
        ...commandEnv,
        ...audit.env,
      },
    });
    // No start may need the template before it is uploaded.
    step.node.addDependency(template);
    const maxHours = Math.max(1, ...stacks.configured.map(({ maxUptimeHours }) => maxUptimeHours || maxScheduledHours));
    const workflow = new StackWorkflow(this, 'Workflow', {
      step,
      maxUptime: Duration.minutes(Math.ceil(maxHours * 60)),
    });

    const http = new NodeFunction<typeof envs.httpEnv>(this, 'Http', {
      entry: 'stack/http.lambda.ts',
      description: 'Answers the calls of the stack manager',
      // A large world is copied within one call.
      timeout: Duration.seconds(29),
      env: {
        ...commonEnv,
        ...limitsEnv,
        ...rightsEnv,
        STATE_MACHINE_ARN: workflow.arn,
        CONSOLE_DOCUMENT: gameConsole.ref,
        UPLOAD_BUCKET_URL: uploads.url,
        SESSIONS_TABLE_NAME: sessions.tableName,
        ORIGIN_VERIFY: api.originVerify,
        ...commandEnv,
        ...bucketEnv,
        ...audit.env,
      },
    });

    const serverEvent = new NodeFunction<typeof envs.serverEventEnv>(this, 'Idle', {
      entry: 'stack/server-event.lambda.ts',
      description: 'Stores the reports of game servers, stops an idle or a silent one, and starts servers in time',
      functionName: watcher.name,
      // The watchdog waits for the lists of players, after it has waited for another command or two.
      timeout: Duration.minutes(1),
      env: {
        ...commonEnv,
        ...bucketEnv,
        ...audit.env,
        ...limitsEnv,
        ...rightsEnv,
        REPORT_DOCUMENT: report.ref,
        WARNING_DOCUMENT: warning.ref,
        CONSOLE_DOCUMENT: gameConsole.ref,
        STATE_MACHINE_ARN: workflow.arn,
        EC2_URL: `https://ec2.${Aws.REGION}.${Aws.URL_SUFFIX}`,
      },
    });
    serverEvent.addPermission('Watchdogs', {
      principal: new ServicePrincipal('events.amazonaws.com'),
      sourceArn: Stack.of(this).formatArn({ service: 'events', resource: 'rule', resourceName: '*' }),
    });
    new Rule(this, 'NobodyPlays', {
      description: 'A game server reports its player count or an archive, or asks to be stopped',
      eventPattern: { source: [serverEvents.source], detailType: serverEvents.detailTypes },
      // The server repeats its event after a minute.
      targets: [new LambdaFunction(serverEvent, { retryAttempts: 2, maxEventAge: Duration.minutes(5) })],
    });

    // Mostly no time has begun, and the run ends after one small query.
    new ScheduledCall(this, 'Weekly', {
      description: 'Starts the servers whose weekly times have begun',
      expression: 'cron(0/15 * * * ? *)',
      timeZone: 'UTC',
      window: undefined,
      call: serverEvent,
      input: { 'detail-type': 'Weekly' },
      queue: undefined,
    });

    sessions.grantLookup(http);
    audit.grantWrite(http);
    for (const stopper of [step, serverEvent]) audit.grantPut(stopper);
    for (const reader of [http, serverEvent, step]) {
      list.grantRead(reader);
      notify.grantTell(reader);
    }
    table.grant(http, ['Query', 'GetItem', 'PutItem', 'UpdateItem']);
    table.grant(serverEvent, ['Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem']);
    table.grant(step, ['Query', 'PutItem', 'UpdateItem']);

    uploads.grantUploads(http, 'stack');
    http.allow(['s3:GetObject', 's3:PutObject'], [world.archives.arnForObjects('*')]);
    serverEvent.allow(['s3:DeleteObject'], [world.archives.arnForObjects('*')]);
    for (const commander of [http, step]) allowCommand(commander, document.ref, stackNames);
    allowCommand(http, gameConsole.ref, stackNames);
    // AWS limits these calls to no instance and no command.
    for (const reader of [http, serverEvent]) reader.allow(['ssm:GetCommandInvocation'], ['*']);
    serverEvent.allow(['ec2:DescribeInstanceStatus'], ['*']);
    for (const command of [report, warning, gameConsole]) allowCommand(serverEvent, command.ref, stackNames);

    const stackArn = (name: string) =>
      Stack.of(this).formatArn({ service: 'cloudformation', resource: 'stack', resourceName: `${name}/*` });
    const configured = stackNames.map(stackArn);
    for (const reader of [http, step, serverEvent]) reader.allow(['cloudformation:DescribeStacks'], configured);
    for (const reader of [http, step, serverEvent]) reader.allow(['cloudformation:DescribeStackEvents'], configured);
    for (const starter of [http, serverEvent]) starter.allow(['states:StartExecution'], [workflow.arn]);
    // Only a user's stop interrupts another action.
    http.allow(['states:DescribeExecution', 'states:StopExecution'], [workflow.executionsArn]);
    serverEvent.allow(['states:DescribeExecution'], [workflow.executionsArn]);
    if (role) this.grantCreateStack(step, { configured, template, roleArn: role.roleArn });
    api.serve(
      {
        ...stackApi,
        ...stackWorldApi,
        ...stackConsoleApi,
        ...stackLinkApi,
        ...stackTimesApi,
        ...stackRightsApi,
        ...stackLicenseApi,
        ...worldTransferApi,
      },
      http,
      linkThrottle,
    );
  }

  /** Allows creating and deleting these stacks only, with our templates and the service role only. */
  private grantCreateStack(step: NodeFunction<object>, { configured, template, roleArn }: CreateStackGrant) {
    const allow = (actions: string[], resources: string[], conditions: Record<string, string | string[]>) =>
      step.addToRolePolicy(
        new PolicyStatement({ effect: Effect.ALLOW, actions, resources, conditions: { StringEquals: conditions } }),
      );
    allow(['cloudformation:CreateStack'], configured, {
      'cloudformation:RoleArn': roleArn,
      'cloudformation:TemplateUrl': Object.values(template.urls),
    });
    allow(['cloudformation:TagResource'], configured, { 'cloudformation:CreateAction': 'CreateStack' });
    allow(['cloudformation:DeleteStack'], configured, { 'cloudformation:RoleArn': roleArn });
    allow(['iam:PassRole'], [roleArn], { 'iam:PassedToService': 'cloudformation.amazonaws.com' });
    // CloudFormation reads the template with the permissions of its caller.
    step.allow(['s3:GetObject'], template.objectArns);
  }
}

/** Allows this command on the servers of these stacks only. CloudFormation copies the tags of a stack to its instance. */
function allowCommand(commander: NodeFunction<object>, documentName: string, stackNames: string[]) {
  if (stackNames.length === 0) return;
  const site = Stack.of(commander);
  commander.allow(
    ['ssm:SendCommand'],
    [site.formatArn({ service: 'ssm', resource: 'document', resourceName: documentName })],
  );
  commander.addToRolePolicy(
    new PolicyStatement({
      actions: ['ssm:SendCommand'],
      resources: [site.formatArn({ service: 'ec2', resource: 'instance', resourceName: '*' })],
      conditions: { StringEquals: { 'ssm:resourceTag/home-page:stack': stackNames } },
    }),
  );
}

/**
 * Returns the function that watchdogs call. The list of stacks has its ARN, and the function reads that list, so its
 * name is fixed here.
 */
function watcherOf(scope: Construct) {
  const site = Stack.of(scope);
  const name = `${site.stackName}-server-events`;
  const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
  return { name, arn: site.formatArn({ service: 'lambda', resource: 'function', resourceName: name, arnFormat }) };
}

interface CreateStackGrant {
  configured: string[];
  template: TemplateBucket;
  roleArn: string;
}

/** Adds the place of each stack's world to the parameters that the owner has configured. */
const withPlaces = (configured: AppConfig['stacks']['configured'], world: GameWorld) =>
  configured.map((stack) => ({ ...stack, parameters: { ...stack.parameters, ...world.placementOf.get(stack.name) } }));

function refuseOwnName(scope: Construct, stackNames: string[]) {
  const own = Stack.of(scope).stackName;
  if (stackNames.includes(own)) throw new Error(`stacks.configured names ${own}, which is this site itself`);
}
