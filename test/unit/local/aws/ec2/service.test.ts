import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DescribeInstanceStatusCommand, EC2Client } from '@aws-sdk/client-ec2';
import { ec2MachineState } from 'lambdas/stack/watch/machine-client';
import type { Machine } from 'local/aws/cloudformation/stack-parts';
import type { StackMode } from 'local/aws/cloudformation/stack-mode';
import { ec2Service } from 'local/aws/ec2/service';
import { type AwsEndpoint, startEndpoint } from 'local/aws/endpoint';

const minute = 60_000;
const instanceId = 'i-0123456789abcdef0';
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const environment = { ...process.env };

let mode: StackMode;
let machines: Machine[];
let isAllowed: boolean;
let endpoint: AwsEndpoint;
let client: EC2Client;
let stateOf: ReturnType<typeof ec2MachineState>;

beforeAll(async () => {
  endpoint = await startEndpoint();
  const service = ec2Service({
    machines: () => machines,
    mode: () => mode,
    clock: { now: () => 120 * minute },
    zone: 'us-east-1a',
  });
  endpoint.open({
    services: { ec2: service },
    callerOf: () => ({ name: 'the test', allows: () => isAllowed }),
    report: () => {},
  });
  client = new EC2Client({ endpoint: endpoint.origin, region: 'us-east-1', credentials, maxAttempts: 1 });
  Object.assign(process.env, { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  stateOf = ec2MachineState(endpoint.origin);
});
afterAll(async () => {
  process.env = environment;
  client.destroy();
  await endpoint.close();
});
beforeEach(() => {
  mode = 'normal';
  isAllowed = true;
  machines = [{ instanceId, sinceMs: 0, goneMs: undefined }];
});

const described = async (input: { InstanceIds: string[]; IncludeAllInstances?: boolean }) =>
  (await client.send(new DescribeInstanceStatusCommand(input))).InstanceStatuses;

describe('the status of an instance, as the SDK of AWS reads it', () => {
  it('is that it runs and passes its checks', async () => {
    expect(await described({ InstanceIds: [instanceId] })).toMatchObject([
      {
        InstanceId: instanceId,
        AvailabilityZone: 'us-east-1a',
        InstanceState: { Code: 16, Name: 'running' },
        SystemStatus: { Status: 'ok' },
        InstanceStatus: { Status: 'ok' },
      },
    ]);
    machines = [{ instanceId, sinceMs: 119 * minute, goneMs: undefined }];
    expect(await described({ InstanceIds: [instanceId] })).toMatchObject([
      { InstanceStatus: { Status: 'initializing' } },
    ]);
  });

  it('has a terminated instance only when all are asked for, and for an hour only', async () => {
    machines = [{ instanceId, sinceMs: 0, goneMs: 61 * minute }];
    expect(await described({ InstanceIds: [instanceId] })).toEqual([]);
    expect(await described({ InstanceIds: [instanceId], IncludeAllInstances: true })).toMatchObject([
      { InstanceState: { Code: 48, Name: 'terminated' }, InstanceStatus: { Status: 'not-applicable' } },
    ]);
    machines = [{ instanceId, sinceMs: 0, goneMs: 60 * minute }];
    await expect(described({ InstanceIds: [instanceId] })).rejects.toThrow(
      `The instance ID '${instanceId}' does not exist`,
    );
  });

  it('refuses an id that is none', async () => {
    await expect(described({ InstanceIds: ['i-1'] })).rejects.toThrow('Invalid id: "i-1"');
  });
});

describe('the machine of a server, as the watchdog reads it', () => {
  it.each<[StackMode, string]>([
    ['normal', 'works'],
    ['silent', 'impaired'],
    ['lost', 'gone'],
    ['unreported', 'works'],
    ['hung', 'works'],
  ])('is %s: %s', async (given, state) => {
    mode = given;
    expect(await stateOf(instanceId)).toBe(state);
  });

  it('is gone when EC2 has forgotten it', async () => {
    machines = [];
    expect(await stateOf(instanceId)).toBe('gone');
  });

  it('is unknown when EC2 refuses, answers nonsense or does not answer', async () => {
    expect(await stateOf('no id')).toBe('unknown');
    isAllowed = false;
    expect(await stateOf(instanceId)).toBe('unknown');
    expect(await ec2MachineState('http://127.0.0.1:1')(instanceId)).toBe('unknown');
  });
});
