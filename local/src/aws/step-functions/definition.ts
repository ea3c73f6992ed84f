import type { StateMachineDefinition } from 'aws-local-stepfunctions';
import * as z from 'zod';
import type { Resource } from '../../template/resource.ts';
import type { Policies } from '../iam.ts';
import { propertiesOf } from '../../template/properties.ts';

const StateMachineProperties = z.strictObject({
  StateMachineName: z.string().optional(),
  StateMachineType: z.literal('STANDARD').optional(),
  DefinitionString: z.string(),
  RoleArn: z.string(),
  // These have no effect on this machine.
  LoggingConfiguration: z.unknown().optional(),
  Tags: z.unknown().optional(),
});

/**
 * The kinds of states that the engine runs as AWS does. The engine has no service integrations and takes JSONata for
 * JSONPath without an error, so both stop the start.
 */
const Wait = z.union([
  z.strictObject({ Type: z.literal('Wait'), Seconds: z.number(), Next: z.string() }),
  z.strictObject({ Type: z.literal('Wait'), SecondsPath: z.string(), Next: z.string() }),
  z.strictObject({ Type: z.literal('Wait'), TimestampPath: z.string(), Next: z.string() }),
]);
export type Wait = z.infer<typeof Wait>;

const Task = z.strictObject({
  Type: z.literal('Task'),
  /** The ARN of a function. */
  Resource: z.string().startsWith('arn:aws:lambda:'),
  Next: z.string(),
  Retry: z
    .array(
      z.strictObject({
        ErrorEquals: z.array(z.string()),
        IntervalSeconds: z.number().default(1),
        MaxAttempts: z.number().exactOptional(),
        BackoffRate: z.number().exactOptional(),
        MaxDelaySeconds: z.number().exactOptional(),
      }),
    )
    .exactOptional(),
});

const Choice = z.strictObject({
  Type: z.literal('Choice'),
  Choices: z.array(z.strictObject({ Variable: z.string(), StringEquals: z.string(), Next: z.string() })),
  Default: z.string(),
});
const Succeed = z.strictObject({ Type: z.literal('Succeed') });
const Fail = z.strictObject({
  Type: z.literal('Fail'),
  Error: z.string().exactOptional(),
  Cause: z.string().exactOptional(),
  CausePath: z.string().exactOptional(),
});

const Definition = z.strictObject({
  StartAt: z.string(),
  States: z.record(z.string(), z.union([Wait, Task, Choice, Succeed, Fail])),
  TimeoutSeconds: z.number(),
});

/** A state machine of the template. */
export interface Machine {
  arn: string;
  roleArn: string;
  definition: StateMachineDefinition;
  startAt: string;
  timeoutSeconds: number;
  waits: Map<string, Wait>;
  /** The ARN of each task's function, by state. */
  tasks: Map<string, string>;
}

/** Reads the template's state machines. AWS refuses a machine that may not invoke its functions, and so does this. */
export function readStateMachines(
  resources: Resource[],
  { policies, stackSpeed }: { policies: Policies; stackSpeed: number },
): Machine[] {
  const machines = resources.map((resource) => readStateMachine(resource, stackSpeed));
  for (const { arn, roleArn, tasks } of machines) {
    for (const [state, functionArn] of tasks) {
      if (!policies.allows(roleArn, 'lambda:InvokeFunction', functionArn))
        throw new Error(`The role of ${arn} may not invoke ${functionArn} in "${state}"`);
    }
  }
  return machines;
}

export function readStateMachine(resource: Resource, speed: number): Machine {
  const { DefinitionString: source, RoleArn: roleArn } = propertiesOf(resource, StateMachineProperties);
  const parsed = Definition.safeParse(JSON.parse(source));
  if (!parsed.success) {
    throw new Error(
      `The local cloud cannot execute the state machine ${resource.logicalId}:\n${z.prettifyError(parsed.error)}`,
    );
  }
  const { StartAt: startAt, States: states, TimeoutSeconds: timeoutSeconds } = parsed.data;
  const all = Object.entries(states);
  return {
    arn: resource.ref,
    roleArn,
    startAt,
    timeoutSeconds,
    waits: new Map(all.flatMap(([name, state]) => (state.Type === 'Wait' ? [[name, state] as const] : []))),
    tasks: new Map(all.flatMap(([name, state]) => (state.Type === 'Task' ? [[name, state.Resource] as const] : []))),
    definition: {
      StartAt: startAt,
      States: Object.fromEntries(
        all.map(([name, state]) => [name, state.Type === 'Task' ? withFasterRetries(state, speed) : state]),
      ),
    },
  };
}

/** Retries are as much faster as everything else. */
const withFasterRetries = ({ Retry = [], ...task }: z.infer<typeof Task>, speed: number) => ({
  ...task,
  Retry: Retry.map(({ IntervalSeconds: seconds, ...retry }) => ({ ...retry, IntervalSeconds: seconds / speed })),
});
