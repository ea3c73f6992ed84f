import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CloudFormationClient,
  CreateStackCommand,
  DeleteStackCommand,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  UpdateStackCommand,
} from '@aws-sdk/client-cloudformation';
import { createCloudFormation } from 'local/aws/cloudformation/service';
import { type AwsEndpoint, startEndpoint } from 'local/aws/endpoint';

const dataDir = mkdtempSync(join(tmpdir(), 'cloudformation-'));
const templateFile = join(dataDir, 'template.json');
const template = {
  Parameters: { Port: { Type: 'Number', Default: 19132 }, Name: { Type: 'String' } },
  Resources: {
    Server: { Type: 'AWS::EC2::SecurityGroup', Properties: { GroupDescription: { 'Fn::GetAtt': ['Firewall', 'Id'] } } },
    Firewall: { Type: 'AWS::EC2::SecurityGroup' },
  },
  Outputs: { Address: { Value: { 'Fn::Join': [':', [{ Ref: 'Server' }, { Ref: 'Port' }]] } } },
};
const account = { account: '000000000000', region: 'us-east-1' };
const role = 'arn:aws:iam::000000000000:role/games';

let now = Date.UTC(2026, 2, 1);
let cloudFormation: ReturnType<typeof start>;
let awsEndpoint: AwsEndpoint;
let client: CloudFormationClient;
let allowed: (action: string, resource: string) => boolean;

const start = () =>
  createCloudFormation({ account, dataDir, clock: { now: () => now }, speed: 1, uploadedFile: () => templateFile });

beforeAll(async () => {
  cloudFormation = start();
  awsEndpoint = await startEndpoint();
  awsEndpoint.open({
    services: {
      cloudformation: {
        ...cloudFormation.service,
        requiredPermissions: (...call) => cloudFormation.service.requiredPermissions(...call),
        serve: (...asked) => cloudFormation.service.serve(...asked),
      },
    },
    callerOf: () => ({ name: 'the step', allows: (action, resource) => allowed(action, resource) }),
    report: () => {},
  });
  client = new CloudFormationClient({
    endpoint: awsEndpoint.origin,
    region: account.region,
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    maxAttempts: 1,
  });
});
afterAll(async () => {
  client.destroy();
  await awsEndpoint.close();
  rmSync(dataDir, { recursive: true, force: true });
});

let name = '';
let count = 0;
beforeEach(() => {
  name = `game-${++count}`;
  allowed = () => true;
  cloudFormation.setMode('normal');
  writeFileSync(templateFile, JSON.stringify(template));
});

const create = (parameters: Record<string, string> = { Name: 'a' }, options: object = {}) =>
  client.send(
    new CreateStackCommand({
      StackName: name,
      TemplateURL: 'https://s3.us-east-1.amazonaws.com/assets/template.json',
      RoleARN: role,
      Tags: [{ Key: 'who', Value: '<Ann & Bo>' }],
      Parameters: Object.entries(parameters).map(([ParameterKey, ParameterValue]) => ({
        ParameterKey,
        ParameterValue,
      })),
      ...options,
    }),
  );
const remove = (StackName = name) => client.send(new DeleteStackCommand({ StackName }));
const describeStack = async (StackName = name) =>
  (await client.send(new DescribeStacksCommand({ StackName }))).Stacks?.[0];
const eventsOf = async (StackName = name) =>
  ((await client.send(new DescribeStackEventsCommand({ StackName }))).StackEvents ?? []).map(
    ({ LogicalResourceId, ResourceStatus }) => `${LogicalResourceId} ${ResourceStatus}`,
  );
/** The server of the stack runs, so players can connect to it. */
const isUp = () => cloudFormation.running().some(({ stackName }) => stackName === name);
const pass = (seconds: number) => void (now += seconds * 1000);

describe('the local CloudFormation', () => {
  it('creates resources after those that they need, then shows the outputs', async () => {
    await create();
    expect(await describeStack()).toMatchObject({ StackStatus: 'CREATE_IN_PROGRESS', Outputs: [] });
    pass(9);
    expect(await eventsOf()).toEqual([
      'Server CREATE_IN_PROGRESS',
      'Firewall CREATE_COMPLETE',
      'Firewall CREATE_IN_PROGRESS',
      'Firewall CREATE_IN_PROGRESS',
      `${name} CREATE_IN_PROGRESS`,
    ]);
    pass(60);
    const stack = await describeStack();
    expect(stack).toMatchObject({
      StackStatus: 'CREATE_COMPLETE',
      RoleARN: role,
      Tags: [{ Key: 'who', Value: '<Ann & Bo>' }],
      Outputs: [{ OutputKey: 'Address', OutputValue: expect.stringMatching(/^sg-0[0-9a-f]{16}:19132$/) }],
    });
    expect(stack?.CreationTime?.getTime()).toBe(now - 69_000);
    expect(stack?.LastUpdatedTime).toBeUndefined();
  });

  it('finds a deleted stack by its id alone', async () => {
    const { StackId = '' } = await create();
    expect(isUp()).toBe(false);
    pass(60);
    expect(isUp()).toBe(true);
    await remove();
    expect(isUp()).toBe(false);
    expect((await describeStack())?.StackStatus).toBe('DELETE_IN_PROGRESS');
    pass(1);
    await remove();
    pass(60);
    await expect(describeStack()).rejects.toMatchObject({
      name: 'ValidationError',
      message: `Stack with id ${name} does not exist`,
    });
    await expect(eventsOf()).rejects.toMatchObject({ message: `Stack [${name}] does not exist` });
    expect((await describeStack(StackId))?.StackStatus).toBe('DELETE_COMPLETE');
    const events = await eventsOf(StackId);
    expect(events[0]).toBe(`${name} DELETE_COMPLETE`);
    expect(events.filter((event) => event === `${name} DELETE_IN_PROGRESS`)).toHaveLength(1);
    await expect(remove()).resolves.toBeDefined();
    const again = await create();
    expect(again.StackId).not.toBe(StackId);
  });

  it('deletes a stack during its creation', async () => {
    const { StackId = '' } = await create();
    pass(6);
    await remove();
    pass(60);
    await expect(describeStack()).rejects.toThrow('does not exist');
    const events = await eventsOf(StackId);
    expect(events).toContain('Firewall DELETE_COMPLETE');
    expect(events).not.toContain('Server DELETE_COMPLETE');
  });

  it('rolls back a failed creation and gives the reason', async () => {
    cloudFormation.setMode('createFails');
    const { StackId = '' } = await create();
    cloudFormation.setMode('normal');
    pass(120);
    expect(await describeStack()).toMatchObject({ StackStatus: 'ROLLBACK_COMPLETE', Outputs: [] });
    expect(await eventsOf()).toEqual(
      expect.arrayContaining(['Server CREATE_FAILED', `${name} ROLLBACK_IN_PROGRESS`, 'Firewall DELETE_COMPLETE']),
    );
    await remove();
    pass(60);
    expect((await describeStack(StackId))?.StackStatus).toBe('DELETE_COMPLETE');
  });

  it('keeps a resource that it cannot delete until a later attempt', async () => {
    await create();
    pass(60);
    cloudFormation.setMode('deleteFails');
    await remove();
    pass(60);
    expect(await describeStack()).toMatchObject({
      StackStatus: 'DELETE_FAILED',
      StackStatusReason: 'The following resource(s) failed to delete: [Server]. ',
    });
    cloudFormation.setMode('normal');
    await remove();
    pass(60);
    await expect(describeStack()).rejects.toThrow('does not exist');
  });

  it('has a slow and a throttled mode', async () => {
    cloudFormation.setMode('slow');
    await create();
    pass(60);
    expect((await describeStack())?.StackStatus).toBe('CREATE_IN_PROGRESS');
    pass(600);
    expect((await describeStack())?.StackStatus).toBe('CREATE_COMPLETE');
    cloudFormation.setMode('throttled');
    await expect(describeStack()).rejects.toMatchObject({ name: 'Throttling', message: 'Rate exceeded' });
  });

  it('continues after a restart', async () => {
    cloudFormation.setMode('slow');
    await create();
    cloudFormation = start();
    expect([cloudFormation.mode, cloudFormation.calls()]).toEqual(['slow', {}]);
    pass(600);
    expect((await describeStack())?.StackStatus).toBe('CREATE_COMPLETE');
  });

  it.each([
    [{}, 'ValidationError', 'Parameters: [Name] must have values'],
    [{ Name: 'a', Nonsense: 'b' }, 'ValidationError', 'Parameters: [Nonsense] do not exist in the template'],
  ])('refuses parameters %j', async (parameters, code, message) => {
    await expect(create(parameters)).rejects.toMatchObject({ name: code, message });
  });

  it('refuses a taken stack name and an unknown resource type', async () => {
    await create();
    await expect(create()).rejects.toMatchObject({
      name: 'AlreadyExistsException',
      message: `Stack [${name}] already exists`,
    });
    name = `${name}-b`;
    writeFileSync(templateFile, JSON.stringify({ Resources: { Farm: { Type: 'AWS::Farm::Cow' } } }));
    await expect(create({})).rejects.toThrow('The local cloud does not know AWS::Farm::Cow (Farm)');
    await expect(client.send(new UpdateStackCommand({ StackName: name }))).rejects.toThrow(
      'cloudformation:UpdateStack',
    );
  });

  it('requires permissions on the stack, the template and the role', async () => {
    const asked: string[] = [];
    allowed = (action, resource) => asked.push(`${action} ${resource}`) > 0;
    await create();
    const stackArn = `arn:aws:cloudformation:us-east-1:000000000000:stack/${name}/`;
    expect(asked).toEqual([
      `cloudformation:CreateStack ${stackArn}*`,
      `cloudformation:TagResource ${stackArn}*`,
      `iam:PassRole ${role}`,
      's3:GetObject arn:aws:s3:::assets/template.json',
    ]);
    await describeStack();
    expect(asked.at(-1)).toMatch(new RegExp(`^cloudformation:DescribeStacks ${stackArn}[0-9a-f-]{36}$`));
    allowed = () => false;
    await expect(describeStack()).rejects.toMatchObject({
      name: 'AccessDenied',
      message: expect.stringContaining('is not authorized to perform: cloudformation:DescribeStacks'),
    });
  });
});
