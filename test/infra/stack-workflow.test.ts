import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppConfig, cdkContext } from 'infra/config';
import { maxStepMs } from 'lambdas/stack/workflow/begin-action';
import { StepInput } from 'lambdas/stack/step-input';
import type { Resource } from 'local/template/resource';
import { readStateMachine } from 'local/aws/step-functions/definition';
import { createExecutions } from 'local/aws/step-functions/executions';
import { textOf } from 'local/json';
import { resolveTemplate } from 'local/template/resolve';
import * as z from 'zod';
import { useStackTestEnvironment } from '../unit/lambdas/stack/stack-test-environment.ts';
import { synthesize } from '../support/aws/template.ts';
import { eventually } from '../support/eventually.ts';

const place = { account: '000000000000', region: 'us-east-1', stackName: 'HomePage', endpointOrigin: '' };
const parameters = {
  '/cdk-bootstrap/hnb659fds/version': '30',
  '/home-page/origin-verify': 'secret',
  '/home-page/zone/a': 'a',
};
const resources = resolveTemplate(JSON.parse((await synthesize()).text), place, parameters);
const find = (type: string, where: string) => {
  const found = resources.find((each) => each.type === type && each.logicalId.startsWith(where));
  if (!found) throw new Error(`The template has no ${type}`);
  return found;
};
const machine = find('AWS::StepFunctions::StateMachine', 'Stacks');
const step = find('AWS::Lambda::Function', 'StacksStep');
const source = textOf(machine.properties['DefinitionString']);
const definition = z
  .looseObject({ States: z.record(z.string(), z.looseObject({ Type: z.string() })), TimeoutSeconds: z.number() })
  .parse(JSON.parse(source));

describe('the workflow', () => {
  it('lends its role to Step Functions for this account only', () => {
    const { properties } = find('AWS::IAM::Role', 'StacksWorkflow');
    expect(properties['AssumeRolePolicyDocument']).toMatchObject({
      Statement: [
        {
          Principal: { Service: 'states.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': place.account } },
        },
      ],
    });
  });

  it('has waits, choices and one task, the step function', () => {
    const states = Object.values(definition.States);
    expect(states.map(({ Type }) => Type).toSorted()).toEqual(['Choice', 'Fail', 'Succeed', 'Task', 'Wait', 'Wait']);
    expect(states.find(({ Type }) => Type === 'Task')).toMatchObject({ Resource: step.attributes['Arn'] });
  });

  it('uses no service integration and no JSONata, which the local engine does not support', () => {
    expect(source).not.toMatch(/arn:[^"]*:states:::|JSONata|"\{%/);
  });

  it('has a timeout above the longest scheduled stop, and steps that end before an interrupted one is given up', () => {
    const { configured } = AppConfig.parse(cdkContext()).stacks;
    const longest = Math.max(...configured.map(({ maxUptimeHours }) => maxUptimeHours));
    expect(definition.TimeoutSeconds).toBeGreaterThan(longest * 3600 + 3600);
    expect(Number(step.properties['Timeout']) * 1000).toBeLessThanOrEqual(maxStepMs);
  });
});

const env = await useStackTestEnvironment();
const dataDir = mkdtempSync(join(tmpdir(), 'workflow-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Starts a stack through a workflow, and says what a person finds when it is over. */
async function startThrough(workflow: Resource) {
  const speed = 500;
  const executed = readStateMachine(workflow, speed);
  const executions = createExecutions({
    machines: [executed],
    functions: { invoke: async (_arn, input) => ({ ...(await env.step(StepInput.parse(input))) }) },
    clock: env.clock,
    speed,
    dataDir,
  });
  const all = () => executions.all();
  const api = env.apiWith({
    executions: {
      start: async (input) => executions.start(executed, input.actionId, JSON.stringify(input)).status === 'RUNNING',
      stop: async () => {},
      find: async (actionId) => all().find(({ name }) => name === actionId),
    },
  });
  const stackName = env.newStack({ maxUptimeHours: 0 });
  try {
    await api.start(stackName);
    const ended = async () => {
      // CloudFormation's time and the leases' passes here, the workflow's own by itself.
      env.clock.advance(2000);
      const { awsStackInfo, actionLogs } = await api.detail(stackName);
      const [log] = actionLogs;
      const execution = all().at(-1);
      if (!execution || execution.status === 'RUNNING' || !log || log.syncStatus === 'RUNNING') return undefined;
      return { log, stackStatus: awsStackInfo?.stackStatus ?? null, transitions: execution.transitions };
    };
    return await eventually(ended, 120_000, 20);
  } finally {
    await executions.close();
  }
}

describe('a start through the workflow', () => {
  it('runs to its end', async () => {
    const { log, stackStatus, transitions } = await startThrough(machine);
    expect([log.syncStatus, stackStatus]).toEqual(['SUCCEEDED', 'CREATE_COMPLETE']);
    // The first wait, the first look with its choice, and the end are four. Each further look has three, with its wait.
    expect((transitions - 4) % 3).toBe(0);
  });

  it('fails when the step is replaced by a Fail state, because only the step starts a stack', async () => {
    const fail = { Type: 'Fail', Error: 'NoStep', Cause: 'there is no step' };
    const states: Record<string, object> = { ...definition.States };
    for (const [name, { Type }] of Object.entries(definition.States)) if (Type === 'Task') states[name] = fail;
    const broken = JSON.stringify({ ...definition, States: states });
    const properties = { ...machine.properties, DefinitionString: broken };
    const { log, stackStatus } = await startThrough({ ...machine, properties });
    expect([log.syncStatus, stackStatus]).toEqual(['FAILED', null]);
  });
});
