import { afterAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppConfig, cdkContext } from 'infra/config';
import * as z from 'zod';
import { synthesize } from '../support/aws/template.ts';

const { stacks } = AppConfig.parse(cdkContext());
const names = stacks.configured.map(({ name }) => name);
const template = await synthesize();
const outdir = mkdtempSync(join(tmpdir(), 'refused-'));
afterAll(() => rmSync(outdir, { recursive: true }));

const Statement = z.object({
  Effect: z.literal('Allow'),
  Action: z.union([z.string().transform((one) => [one]), z.array(z.string())]),
  Resource: z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])]),
  Condition: z.unknown().optional(),
});
const Document = z.object({ Statement: z.array(Statement) });
const statementsOf = (place: string) =>
  template.policies
    .filter(({ id }) => id.startsWith(place))
    .flatMap(({ document }) => Document.parse(document).Statement);
const everywhere = statementsOf('');
const granting = (actions: RegExp, statements = everywhere) =>
  statements.filter(({ Action }) => Action.some((action) => actions.test(action)));

/** Returns a value of the template as text, with what it refers to by its name. */
const text = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(text).join(' ');
  if (typeof value !== 'object' || value === null) return String(value);
  const [[name, argument] = ['', '']] = Object.entries(value);
  if (name === 'Fn::Join' && Array.isArray(argument)) return z.array(z.unknown()).parse(argument[1]).map(text).join('');
  if (name === 'Ref') return `<${String(argument).replace('AWS::', '')}>`;
  if (name === 'Fn::GetAtt' && Array.isArray(argument)) return `<${argument.join('.')}>`;
  return text(argument);
};
const only = <Value>(values: Value[]): Value => {
  const [value, ...others] = values;
  if (value === undefined || others.length > 0) throw new Error(`expected one, found ${values.length}`);
  return value;
};

const ofConfigured = names.map((name) => `arn:<Partition>:cloudformation:<Region>:<AccountId>:stack/${name}/*`);
const serviceRole = /^<StacksGameServerRole\w+\.Arn>$/;

describe('the permissions on stacks', () => {
  it('allow describing, creating and deleting the configured stacks only', () => {
    const granted = granting(/^cloudformation:/);
    expect(new Set(granted.flatMap(({ Action }) => Action))).toEqual(
      new Set(
        ['CreateStack', 'TagResource', 'DeleteStack', 'DescribeStacks', 'DescribeStackEvents'].map(
          (name) => `cloudformation:${name}`,
        ),
      ),
    );
    for (const { Resource } of granted) expect(Resource.map(text)).toEqual(ofConfigured);
  });

  it('are granted to the step function only, with our template and its role', () => {
    const changes = /^cloudformation:(?!Describe)/;
    expect(granting(changes)).toEqual(granting(changes, statementsOf('StacksStep')));
    const Create = z.object({
      StringEquals: z.strictObject({
        'cloudformation:RoleArn': z.unknown(),
        'cloudformation:TemplateUrl': z.unknown(),
      }),
    });
    const create = Create.parse(only(granting(/CreateStack/)).Condition).StringEquals;
    expect(text(create['cloudformation:RoleArn'])).toMatch(serviceRole);
    const step = only(template.ofType('AWS::Lambda::Function').filter(({ id }) => id.startsWith('StacksStep')));
    const { Variables } = z
      .object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) })
      .parse(step.Properties).Environment;
    const [url] = z.tuple([z.unknown()]).parse(create['cloudformation:TemplateUrl']);
    expect(text(Variables['TEMPLATE_URLS'])).toContain(text(url).slice(text(url).indexOf('s3.'), -4));
    const Delete = z.object({ StringEquals: z.strictObject({ 'cloudformation:RoleArn': z.unknown() }) });
    const remove = Delete.parse(only(granting(/DeleteStack/)).Condition).StringEquals;
    expect(text(remove['cloudformation:RoleArn'])).toMatch(serviceRole);
  });

  it('use a role that only the step function passes, and only to CloudFormation', () => {
    const passing = only(granting(/^iam:/, statementsOf('StacksStep')));
    // CloudFormation, in that role, hands the servers their own role: see game-server/world.test.ts.
    expect(granting(/^iam:/)).toHaveLength(1 + granting(/^iam:/, statementsOf('StacksGameServer')).length);
    expect(passing).toMatchObject({
      Action: ['iam:PassRole'],
      Condition: { StringEquals: { 'iam:PassedToService': 'cloudformation.amazonaws.com' } },
    });
    expect(text(passing.Resource)).toMatch(serviceRole);
    const role = only(template.ofType('AWS::IAM::Role').filter(({ id }) => id.startsWith('StacksGameServer')));
    expect(role.Properties['AssumeRolePolicyDocument']).toMatchObject({
      Statement: [{ Principal: { Service: 'cloudformation.amazonaws.com' } }],
    });
  });

  it('cover only resources with the name of a configured stack', () => {
    const changing = statementsOf('StacksGameServer').filter(
      ({ Action, Resource }) =>
        // The servers' own groups have names of their own: see game-server/world.test.ts.
        !/Describe|CreateTags|PassRole|ssm:|SecurityGroupIngress|events:/.test(text(Action)) &&
        !/:volume\//.test(text(Resource)),
    );
    expect(changing.length).toBeGreaterThan(0);
    for (const { Condition } of changing) expect(JSON.stringify(Condition)).toContain(JSON.stringify(names));
  });

  it('allow one rule with the name of each stack, which may call one function', () => {
    const onRules = granting(/^events:/, statementsOf('StacksGameServer'));
    const rules = names.map((name) => `arn:<Partition>:events:<Region>:<AccountId>:rule/${name}`);
    for (const { Resource } of onRules) expect(Resource.map(text)).toEqual(rules);
    const targets = granting(/^events:PutTargets$/, onRules);
    const Target = z.object({ ArnEquals: z.strictObject({ 'events:TargetArn': z.unknown() }) });
    const watcher = Target.parse(only(targets).Condition).ArnEquals['events:TargetArn'];
    expect(text(watcher)).toBe('arn:<Partition>:lambda:<Region>:<AccountId>:function:HomePage-server-events');
    expect(
      template.ofType('AWS::Lambda::Function').filter(({ Properties }) => Properties['FunctionName'] !== undefined),
    ).toMatchObject([{ Properties: { FunctionName: 'HomePage-server-events' } }]);
  });
});

describe('a function that begins an action', () => {
  const executions = /^arn:<Partition>:states:<Region>:<AccountId>:execution:<StacksWorkflow\w+\.Name>:\*$/;

  it.each([
    ['StacksHttp', 'states:DescribeExecution states:StopExecution'],
    // The stop of an empty server never replaces an action in progress.
    ['StacksIdle', 'states:DescribeExecution'],
  ])('%s may start one state machine and, for its executions, %s', (who, onExecutions) => {
    const granted = statementsOf(who).filter(({ Action }) => text(Action).startsWith('states:'));
    expect(granted.map(({ Action, Resource }) => [text(Action), text(Resource)])).toEqual([
      ['states:StartExecution', expect.stringMatching(/^<StacksWorkflow\w+>$/)],
      [onExecutions, expect.stringMatching(executions)],
    ]);
    expect(granting(/^states:/)).toHaveLength(2 * granted.length);
  });
});

const stack = { name: 'game', parameters: {}, hourlyPrice: null, maxUptimeHours: 6 };
const settingsOf = (configured: object[]) => ({ ...stacks, configured });
const refusalOf = (configured: object[]) =>
  AppConfig.shape.stacks.safeParse(settingsOf(configured)).error?.issues.map(({ message }) => message);

describe('the news of a server', () => {
  it('is tried three times within five minutes, and none of it comes later', () => {
    const rules = template.ofType('AWS::Events::Rule').map(({ Properties }) => Properties);
    expect(rules.filter(({ EventPattern }) => JSON.stringify(EventPattern).includes('game-server'))).toMatchObject([
      { Targets: [{ RetryPolicy: { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 300 } }] },
    ]);
  });
});

describe('a configuration', () => {
  it.each([
    ['every stack', [{ ...stack, name: '*' }], ['must be letters, digits and hyphens']],
    ['one stack twice', [stack, stack], ['must have different names']],
    ['no stack', [], undefined],
    ['one stack', [stack], undefined],
  ])('that names %s: %#', (_, configured, refusal) => {
    expect(refusalOf(configured)).toEqual(refusal);
  });

  it("is refused when it names the site's own stack", () => {
    const configured = [{ ...stack, name: 'HomePage' }];
    const context = { ...cdkContext(), stacks: settingsOf(configured) };
    const env = {
      ...process.env,
      CDK_OUTDIR: outdir,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      CDK_VALIDATION: 'false',
    };
    const { status, stderr } = spawnSync('node', ['bin/app.ts'], { env, encoding: 'utf8' });
    expect(status).not.toBe(0);
    expect(stderr).toContain('stacks.configured names HomePage, which is this site itself');
  });
});

describe('a site without game servers', () => {
  it('may touch no stack, no server and no template', async () => {
    const { policies, resources } = await synthesize({ stacks: { ...stacks, configured: [] } });
    const granted = policies.flatMap(({ document }) => Document.parse(document).Statement);
    expect(granting(/^(cloudformation|ssm:SendCommand)/, granted)).toEqual([]);
    expect(resources.filter(({ id }) => /^StacksGameServer|^StacksTemplateUpload/.test(id))).toEqual([]);
  });
});
