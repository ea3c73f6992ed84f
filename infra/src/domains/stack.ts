import { Annotations, Duration, Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type * as envs from 'lambdas/stack/env';
import { maxScheduledHours } from 'shared-types/rules/stack-status';
import { stackApi, stackWorldApi } from 'shared-types/contract/stack';
import type { AdoptedWorld } from '../adopted.ts';
import type { AppConfig } from '../config.ts';
import type { AppApi } from '../constructs/app-api.ts';
import { NodeFunction } from '../constructs/node-function.ts';
import { SingleTable } from '../constructs/single-table.ts';
import { archiveDocument } from '../game-server/archive-document.ts';
import { GameServerRole } from '../game-server/role.ts';
import { TemplateBucket } from '../game-server/template-bucket.ts';
import { gameServerTemplate, isPinned } from '../game-server/template.ts';
import { GameWorld, serverEvents } from '../game-server/world.ts';
import type { Audit } from './audit.ts';
import type { Sessions } from './sessions.ts';
import { StackList } from './stack-list.ts';
import { StackWorkflow } from './stack-workflow.ts';

interface StackManagerProps {
  api: AppApi;
  sessions: Sessions;
  audit: Audit;
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
    { api, sessions, audit, stacks, restored, adoptedWorld }: StackManagerProps,
  ) {
    super(scope, id);
    const stackNames = stacks.configured.map(({ name }) => name);
    refuseOwnName(this, stackNames);
    const table = new SingleTable(this, 'Table', { restored });
    this.tableName = table.tableName;
    if (!isPinned(stacks)) {
      const text = `The server image ${stacks.serverImage} is not pinned, so each start may run another version. Run npm run setup to pin it.`;
      Annotations.of(this).addWarningV2('home-page:server-image', text);
    }
    const template = new TemplateBucket(this, 'Template', gameServerTemplate(stacks));
    const world = new GameWorld(this, 'GameWorld', {
      stackNames,
      zoneLetter: stacks.zoneLetter,
      adopted: adoptedWorld,
    });
    this.keptWorld = world.kept;
    const role = new GameServerRole(this, 'GameServer', { stackNames, world, hostedZoneId: stacks.zone?.hostedZoneId });
    const list = new StackList(this, 'List', withPlaces(stacks.configured, world));
    const document = archiveDocument(this, 'Archive');
    const commandEnv = { ARCHIVE_DOCUMENT: document.ref };
    const bucketEnv = { ARCHIVE_BUCKET_URL: world.archives.urlForObject() };
    const commonEnv = { TABLE_NAME: table.tableName, STACK_LIST_PARAMETERS: list.parameterNames };

    const step = new NodeFunction<typeof envs.stepEnv>(this, 'Step', {
      entry: 'stack/step.lambda.ts',
      description: 'Takes one step of a start, restart or stop',
      // An interrupted step may run until this timeout: see maxStepMs in lambdas/src/stack/actions/begin-action.ts.
      timeout: Duration.seconds(30),
      env: {
        ...commonEnv,
        TEMPLATE_URL: template.url,
        SERVICE_ROLE_ARN: role.roleArn,
        ...commandEnv,
        ...audit.env,
      },
    });
    // No start may need the template before it is uploaded.
    step.node.addDependency(template);
    const maxHours = Math.max(...stacks.configured.map(({ maxUptimeHours }) => maxUptimeHours || maxScheduledHours));
    const workflow = new StackWorkflow(this, 'Workflow', {
      step,
      maxUptime: Duration.minutes(Math.ceil(maxHours * 60)),
    });

    const http = new NodeFunction<typeof envs.httpEnv>(this, 'Http', {
      entry: 'stack/http.lambda.ts',
      description: 'Answers the calls of the stack manager',
      env: {
        ...commonEnv,
        MAX_RUNNING_STACKS: String(stacks.maxRunningStacks),
        PERSON_SERVER_HOURS: String(stacks.hoursPerMonth.person),
        SITE_SERVER_HOURS: String(stacks.hoursPerMonth.site),
        STACK_USERS: JSON.stringify(stacks.users === 'everyone' ? null : stacks.users),
        STATE_MACHINE_ARN: workflow.arn,
        SESSIONS_TABLE_NAME: sessions.tableName,
        ORIGIN_VERIFY: api.originVerify,
        ...commandEnv,
        ...bucketEnv,
        ...audit.env,
        OWNER: sessions.owner,
      },
    });

    const serverEvent = new NodeFunction<typeof envs.serverEventEnv>(this, 'Idle', {
      entry: 'stack/server-event.lambda.ts',
      description: 'Stores the player counts and archives of game servers, and stops an idle one',
      env: { ...commonEnv, ...bucketEnv, ...audit.env, STATE_MACHINE_ARN: workflow.arn },
    });
    new Rule(this, 'NobodyPlays', {
      description: 'A game server reports its player count or an archive, or asks to be stopped',
      eventPattern: { source: [serverEvents.source], detailType: serverEvents.detailTypes },
      // The server repeats its event after a minute.
      targets: [new LambdaFunction(serverEvent, { retryAttempts: 2, maxEventAge: Duration.minutes(5) })],
    });

    sessions.grantLookup(http);
    audit.grantWrite(http);
    for (const stopper of [step, serverEvent]) audit.grantPut(stopper);
    for (const reader of [http, serverEvent, step]) list.grantRead(reader);
    table.grant(http, ['Query', 'GetItem', 'PutItem', 'UpdateItem']);
    table.grant(serverEvent, ['Query', 'PutItem', 'UpdateItem', 'DeleteItem']);
    table.grant(step, ['Query', 'PutItem', 'UpdateItem']);

    http.allow(['s3:GetObject'], [world.archives.arnForObjects('*')]);
    serverEvent.allow(['s3:DeleteObject'], [world.archives.arnForObjects('*')]);
    for (const commander of [http, step]) allowCommand(commander, document.ref, stackNames);

    const stackArn = (name: string) =>
      Stack.of(this).formatArn({ service: 'cloudformation', resource: 'stack', resourceName: `${name}/*` });
    const configured = stackNames.map(stackArn);
    for (const reader of [http, step, serverEvent]) reader.allow(['cloudformation:DescribeStacks'], configured);
    for (const reader of [http, step]) reader.allow(['cloudformation:DescribeStackEvents'], configured);
    for (const starter of [http, serverEvent]) starter.allow(['states:StartExecution'], [workflow.arn]);
    // Only a user's stop interrupts another action.
    http.allow(['states:DescribeExecution', 'states:StopExecution'], [workflow.executionsArn]);
    serverEvent.allow(['states:DescribeExecution'], [workflow.executionsArn]);
    this.grantCreateStack(step, { configured, template, roleArn: role.roleArn });
    api.serve({ ...stackApi, ...stackWorldApi }, http);
  }

  /** Allows creating and deleting these stacks only, with our template and the service role only. */
  private grantCreateStack(step: NodeFunction<object>, { configured, template, roleArn }: CreateStackGrant) {
    const allow = (actions: string[], resources: string[], conditions: Record<string, string>) =>
      step.addToRolePolicy(
        new PolicyStatement({ effect: Effect.ALLOW, actions, resources, conditions: { StringEquals: conditions } }),
      );
    allow(['cloudformation:CreateStack'], configured, {
      'cloudformation:RoleArn': roleArn,
      'cloudformation:TemplateUrl': template.url,
    });
    allow(['cloudformation:TagResource'], configured, { 'cloudformation:CreateAction': 'CreateStack' });
    allow(['cloudformation:DeleteStack'], configured, { 'cloudformation:RoleArn': roleArn });
    allow(['iam:PassRole'], [roleArn], { 'iam:PassedToService': 'cloudformation.amazonaws.com' });
    // CloudFormation reads the template with the permissions of its caller.
    step.allow(['s3:GetObject'], [template.objectArn]);
  }
}

/** Allows our command on the servers of these stacks only. CloudFormation copies the tags of a stack to its instance. */
function allowCommand(commander: NodeFunction<object>, documentName: string, stackNames: string[]) {
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
