import { Duration, Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Construct } from 'constructs';
import type * as envs from 'lambdas/stack/env';
import { stackApi } from 'shared-types/contract/stack';
import type { AppConfig } from '../config.ts';
import type { AppApi } from '../constructs/app-api.ts';
import { NodeFunction } from '../constructs/node-function.ts';
import { SingleTable } from '../constructs/single-table.ts';
import { GameServerRole } from '../game-server/role.ts';
import { gameServerTemplate } from '../game-server/template.ts';
import { GameWorld, serverEvents } from '../game-server/world.ts';
import type { Sessions } from './sessions.ts';
import { StackWorkflow } from './stack-workflow.ts';

interface StackManagerProps {
  api: AppApi;
  sessions: Sessions;
  stacks: AppConfig['stacks'];
  /** See constructs/single-table.ts. */
  restored: string | undefined;
}

/** The stack manager: its calls, and a workflow that looks at a stack every ten seconds until it is where it should be. */
export class StackManager extends Construct {
  constructor(scope: Construct, id: string, { api, sessions, stacks, restored }: StackManagerProps) {
    super(scope, id);
    const stackNames = stacks.configured.map(({ name }) => name);
    refuseOwnName(this, stackNames);
    const table = new SingleTable(this, 'Table', { restored });
    const template = gameServerTemplate(this, 'Template', stacks);
    const world = new GameWorld(this, 'GameWorld', { stackNames, zoneLetter: stacks.zoneLetter });
    const role = new GameServerRole(this, 'GameServer', { stackNames, world, hostedZoneId: stacks.zone?.hostedZoneId });
    const known = { TABLE_NAME: table.tableName, STACKS: JSON.stringify(stacks.configured) };

    const step = new NodeFunction<typeof envs.stepEnv>(this, 'Step', {
      entry: 'stack/step.lambda.ts',
      description: 'Takes one step of a start, restart or stop',
      // As long as an interrupted step may go on: see lambdas/src/stack/actions/begin-action.ts.
      timeout: Duration.seconds(30),
      env: {
        ...known,
        STACKS: Stack.of(this).toJsonString(placed(stacks.configured, world)),
        TEMPLATE_URL: template.httpUrl,
        SERVICE_ROLE_ARN: role.roleArn,
      },
    });
    const longest = Math.max(...stacks.configured.map(({ maxUptimeHours }) => maxUptimeHours));
    const workflow = new StackWorkflow(this, 'Workflow', {
      step,
      longestUptime: Duration.minutes(Math.ceil(longest * 60)),
    });

    const http = new NodeFunction<typeof envs.httpEnv>(this, 'Http', {
      entry: 'stack/http.lambda.ts',
      description: 'Answers the calls of the stack manager',
      env: {
        ...known,
        MAX_RUNNING_STACKS: String(stacks.maxRunningStacks ?? stackNames.length),
        STATE_MACHINE_ARN: workflow.arn,
        SESSIONS_TABLE_NAME: sessions.tableName,
        ORIGIN_VERIFY: api.originVerify,
        OWNER: sessions.owner,
      },
    });

    const idle = new NodeFunction<typeof envs.serverEventEnv>(this, 'Idle', {
      entry: 'stack/server-event.lambda.ts',
      description: 'Hears who plays on a server, and stops one on which nobody does',
      env: { ...known, STATE_MACHINE_ARN: workflow.arn },
    });
    new Rule(this, 'NobodyPlays', {
      description: 'A game server says who plays, or that nobody has for too long',
      eventPattern: { source: [serverEvents.source], detailType: serverEvents.detailTypes },
      // It says so again after a minute.
      targets: [new LambdaFunction(idle, { retryAttempts: 2, maxEventAge: Duration.minutes(5) })],
    });

    sessions.grantLookup(http);
    table.grant(http, ['Query', 'GetItem', 'PutItem', 'UpdateItem']);
    table.grant(idle, ['Query', 'PutItem', 'UpdateItem']);
    table.grant(step, ['Query', 'PutItem', 'UpdateItem']);

    const arnsOf = (name: string) =>
      Stack.of(this).formatArn({ service: 'cloudformation', resource: 'stack', resourceName: `${name}/*` });
    const configured = stackNames.map(arnsOf);
    for (const reader of [http, step, idle]) reader.allow(['cloudformation:DescribeStacks'], configured);
    for (const reader of [http, step]) reader.allow(['cloudformation:DescribeStackEvents'], configured);
    for (const starter of [http, idle]) starter.allow(['states:StartExecution'], [workflow.arn]);
    // A person's stop takes over; an idle server's waits.
    http.allow(['states:DescribeExecution', 'states:StopExecution'], [workflow.executionsArn]);
    idle.allow(['states:DescribeExecution'], [workflow.executionsArn]);
    this.grantLaunching(step, { configured, template, roleArn: role.roleArn });
    api.serve(stackApi, http);
  }

  /** Only these stacks, only with our template, and only in the role made for it. */
  private grantLaunching(step: NodeFunction<object>, { configured, template, roleArn }: Launching) {
    const allow = (actions: string[], resources: string[], conditions: Record<string, string>) =>
      step.addToRolePolicy(
        new PolicyStatement({ effect: Effect.ALLOW, actions, resources, conditions: { StringEquals: conditions } }),
      );
    allow(['cloudformation:CreateStack'], configured, {
      'cloudformation:RoleArn': roleArn,
      'cloudformation:TemplateUrl': template.httpUrl,
    });
    allow(['cloudformation:TagResource'], configured, { 'cloudformation:CreateAction': 'CreateStack' });
    allow(['cloudformation:DeleteStack'], configured, { 'cloudformation:RoleArn': roleArn });
    allow(['iam:PassRole'], [roleArn], { 'iam:PassedToService': 'cloudformation.amazonaws.com' });
    // CloudFormation reads a template in the name of whoever launches it.
    step.allow(['s3:GetObject'], [template.bucket.arnForObjects(template.s3ObjectKey)]);
  }
}

interface Launching {
  configured: string[];
  template: Asset;
  roleArn: string;
}

/** What the template asks for beyond the owner's choice: where each stack's world is. */
const placed = (configured: AppConfig['stacks']['configured'], world: GameWorld) =>
  configured.map((stack) => ({ ...stack, parameters: { ...stack.parameters, ...world.placeOf.get(stack.name) } }));

function refuseOwnName(scope: Construct, stackNames: string[]) {
  const own = Stack.of(scope).stackName;
  if (stackNames.includes(own)) throw new Error(`stacks.configured names ${own}, which is this site itself`);
}
