import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SFNClient } from '@aws-sdk/client-sfn';
import type { Json } from 'local/json';
import { readStateMachine } from 'local/aws/step-functions/definition';
import { createExecutions, type Executions } from 'local/aws/step-functions/executions';
import { stepFunctionsService } from 'local/aws/step-functions/service';
import { startEndpoint } from 'local/aws/endpoint';

export const machineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:Actions';

/** A definition with every kind of state that the emulator supports. */
export const states = {
  Begin: { Type: 'Wait', TimestampPath: '$.notBefore', Next: 'Step' },
  Step: {
    Type: 'Task',
    Resource: 'arn:aws:lambda:us-east-1:000000000000:function:step',
    Next: 'Choice',
    Retry: [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 2, MaxAttempts: 2, BackoffRate: 2 }],
  },
  Choice: {
    Type: 'Choice',
    Choices: [
      { Variable: '$.verdict', StringEquals: 'wait', Next: 'Pause' },
      { Variable: '$.verdict', StringEquals: 'failed', Next: 'Failed' },
    ],
    Default: 'Done',
  },
  Pause: { Type: 'Wait', SecondsPath: '$.waitSeconds', Next: 'Step' },
  Done: { Type: 'Succeed' },
  Failed: { Type: 'Fail', Error: 'ActionFailed', CausePath: '$.reason' },
};

/** Returns the machine, with some of its states replaced. */
export function machineOf(change: object = {}, speed = 1) {
  const definition = { StartAt: 'Begin', States: { ...states, ...change }, TimeoutSeconds: 3600 };
  return readStateMachine(
    {
      logicalId: 'Actions',
      type: 'AWS::StepFunctions::StateMachine',
      properties: { DefinitionString: JSON.stringify(definition), RoleArn: 'arn:role' },
      ref: machineArn,
      attributes: {},
    },
    speed,
  );
}

const done = async (_input: Json): Promise<Json> => ({ verdict: 'done' });

export type States = Awaited<ReturnType<typeof startStates>>;

/** Starts the emulator of Step Functions with one machine and one function. Tests move the time. */
export async function startStates() {
  const dataDir = mkdtempSync(join(tmpdir(), 'states-'));
  const invoked: Json[] = [];
  let nowMs = Date.UTC(2026, 2, 1);
  let machine = machineOf();
  let executions: Executions;
  let step = done;
  const env = {
    invoked,
    /** Replaces the function. */
    steps: (next: typeof step) => void (step = next),
    now: () => nowMs,
    advance: (ms: number) => void (nowMs += ms),
    executions: () => executions.all(),
    /** Restarts the emulator with the stored executions, as a start of the site does. */
    async restart(speed = 1, change: object = {}) {
      await executions.close();
      begin(speed, change);
    },
    async stop() {
      client.destroy();
      await awsEndpoint.close();
      await executions.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };

  const invoke = (_arn: string, input: Json) => {
    invoked.push(input);
    return step(input);
  };

  function begin(speed: number, change: object = {}) {
    machine = machineOf(change, speed);
    executions = createExecutions({
      machines: [machine],
      functions: { invoke },
      clock: { now: () => nowMs },
      speed,
      dataDir,
    });
    executions.resume();
  }
  begin(1);
  const awsEndpoint = await startEndpoint();
  awsEndpoint.open({
    services: {
      states: {
        deniedStatus: 400,
        requiredPermissions: (...asked) => stepFunctionsService([machine], executions).requiredPermissions(...asked),
        serve: (...asked) => stepFunctionsService([machine], executions).serve(...asked),
      },
    },
    callerOf: () => ({ name: 'the test', allows: () => true }),
    report: () => {},
  });
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const client = new SFNClient({ endpoint: awsEndpoint.origin, region: 'us-east-1', credentials, maxAttempts: 1 });
  return { ...env, client, closeFront: () => awsEndpoint.close() };
}
