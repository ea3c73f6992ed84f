import { readFileSync } from 'node:fs';
import type { Clock } from '../../clock.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { AwsAccount } from '../access.ts';
import type { RequiredPermission, Service } from '../endpoint.ts';
import { objectOf, textOf } from '../../json.ts';
import { refuseXml, respondXml } from '../query-protocol.ts';
import { permissionsByOperation } from '../required-permissions.ts';
import { CloudFormationError } from './error.ts';
import type { StackMode } from './stack-mode.ts';
import { newStack } from './new-stack.ts';
import {
  type BootingStack,
  bootingOf,
  type Machine,
  machinesOf,
  rulesOf,
  runningOf,
  type RunningStack,
  type ScheduledRule,
} from './stack-parts.ts';
import { type Event, openStackStore, type StackRecord } from './stack-store.ts';
import { catchUp, planCreation, planDeletion } from './timeline.ts';

interface CloudFormationProps {
  account: AwsAccount;
  dataDir: string;
  clock: Pick<Clock, 'now'>;
  speed: number;
  /** The file that a deployment would upload as this object, which is `<bucket>/<key>`. */
  uploadedFile: (object: string) => string;
}

/** Tells why the server of a new stack cannot boot; undefined when it can. */
type BootProblem = (stackName: string, parameters: Record<string, string>) => string | undefined;

export interface CloudFormation {
  readonly mode: StackMode;
  setMode(mode: StackMode): void;
  /** Returns the number of calls since the start, by operation and stack: `DescribeStacks bedrock-survival`. */
  calls(): Record<string, number>;
  running: () => RunningStack[];
  booting: () => BootingStack[];
  /** The instances of all stacks so far. */
  machines: () => Machine[];
  /** Asks from now on why the server of a new stack cannot boot. */
  bootWith(problemOf: BootProblem): void;
  /** The rules that exist, in stacks of every status. */
  scheduledRules: () => ScheduledRule[];
  service: Service;
}

const eventsPerPage = 100;

const passedRole = (input: JsonObject): RequiredPermission[] =>
  input['RoleARN'] === undefined ? [] : [{ action: 'iam:PassRole', resource: textOf(input['RoleARN']) }];

/** Creates, describes and deletes stacks. It makes no resources, only the events that AWS would report, in their time. */
export function createCloudFormation({
  account,
  dataDir,
  clock,
  speed,
  uploadedFile,
}: CloudFormationProps): CloudFormation {
  const store = openStackStore(dataDir);
  const { state } = store;
  const calls: Record<string, number> = {};
  let bootProblem: BootProblem | undefined;
  const pace = () => ({ nowMs: clock.now(), mode: state.mode, speed });

  function find(nameOrId: string): StackRecord | undefined {
    const found = nameOrId.startsWith('arn:')
      ? state.stacks.find(({ stackId }) => stackId === nameOrId)
      : state.stacks.find(({ stackName, status }) => stackName === nameOrId && status !== 'DELETE_COMPLETE');
    if (!found || !catchUp(found, clock.now())) return found;
    store.save();
    // The stack may have been deleted by now.
    return find(nameOrId);
  }

  const eachStack =
    <Part>(partsOf: (stack: StackRecord) => Part[]) =>
    (): Part[] =>
      state.stacks.flatMap((stack) => {
        if (catchUp(stack, clock.now())) store.save();
        return partsOf(stack);
      });

  const operations: Record<string, (input: JsonObject) => JsonObject> = {
    DescribeStacks(input) {
      const name = textOf(input['StackName']);
      const stack = find(name);
      if (!stack) throw new CloudFormationError('ValidationError', `Stack with id ${name} does not exist`);
      return { Stacks: [described(stack)] };
    },

    DescribeStackEvents(input) {
      const name = textOf(input['StackName']);
      const stack = find(name);
      if (!stack) throw new CloudFormationError('ValidationError', `Stack [${name}] does not exist`);
      return {
        StackEvents: stack.events
          .slice(-eventsPerPage)
          .toReversed()
          .map((event) => describedEvent(stack, event)),
      };
    },

    CreateStack(input) {
      const stackName = textOf(input['StackName']);
      if (find(stackName))
        throw new CloudFormationError('AlreadyExistsException', `Stack [${stackName}] already exists`);
      const stack = newStack({
        stackName,
        template: JSON.parse(readFileSync(uploadedFile(objectOfUrl(textOf(input['TemplateURL']))), 'utf8')),
        parameters: keyValuePairs(input['Parameters'], 'ParameterKey', 'ParameterValue'),
        tags: keyValuePairs(input['Tags'], 'Key', 'Value'),
        roleArn: textOf(input['RoleARN']) || null,
        nowMs: clock.now(),
        account,
      });
      planCreation(stack, { ...pace(), bootProblem: bootProblem?.(stackName, stack.parameters) });
      catchUp(stack, clock.now());
      state.stacks.push(stack);
      return { StackId: stack.stackId };
    },

    DeleteStack(input) {
      const stack = find(textOf(input['StackName']));
      if (!stack || stack.status === 'DELETE_COMPLETE' || stack.status === 'DELETE_IN_PROGRESS') return {};
      planDeletion(stack, pace());
      catchUp(stack, clock.now());
      return {};
    },
  };

  const arnOf = (nameOrId: string) =>
    nameOrId.startsWith('arn:')
      ? nameOrId
      : (find(nameOrId)?.stackId ?? `arn:aws:cloudformation:${account.region}:${account.account}:stack/${nameOrId}/*`);
  const onStack =
    (operation: string) =>
    (input: JsonObject): RequiredPermission[] => [
      { action: `cloudformation:${operation}`, resource: arnOf(textOf(input['StackName'])) },
    ];
  return {
    get mode() {
      return state.mode;
    },
    setMode(mode) {
      state.mode = mode;
      store.save();
    },
    calls: () => ({ ...calls }),
    bootWith(problemOf) {
      bootProblem = problemOf;
    },
    running: eachStack(runningOf),
    booting: eachStack(bootingOf),
    machines: eachStack(machinesOf),
    scheduledRules: eachStack(rulesOf),

    service: {
      deniedStatus: 403,
      deniedCode: 'AccessDenied',
      requiredPermissions: permissionsByOperation({
        DescribeStacks: onStack('DescribeStacks'),
        DescribeStackEvents: onStack('DescribeStackEvents'),
        DeleteStack: (input) => [...onStack('DeleteStack')(input), ...passedRole(input)],
        CreateStack: (input) => [
          ...onStack('CreateStack')(input),
          ...(input['Tags'] === undefined ? [] : onStack('TagResource')(input)),
          ...passedRole(input),
          // CloudFormation reads the template with the caller's permissions.
          { action: 's3:GetObject', resource: `arn:aws:s3:::${objectOfUrl(textOf(input['TemplateURL']))}` },
        ],
      }),
      serve({ operation, input }, response) {
        const name = nameIn(textOf(input['StackName']));
        calls[`${operation} ${name}`] = (calls[`${operation} ${name}`] ?? 0) + 1;
        try {
          if (state.mode === 'throttled') throw new CloudFormationError('Throttling', 'Rate exceeded');
          const result = operations[operation]?.(input) ?? {};
          store.save();
          respondXml(response, operation, result);
        } catch (error) {
          if (!(error instanceof CloudFormationError)) throw error;
          refuseXml(response, 400, error.code, error.message);
        }
      },
    },
  };
}

const nameIn = (nameOrId: string) => (nameOrId.startsWith('arn:') ? (nameOrId.split('/')[1] ?? '') : nameOrId);

/** Reads the bucket and the key of `https://s3.<region>.amazonaws.com/<bucket>/<key>` */
const objectOfUrl = (url: string) => new URL(url).pathname.slice(1);

function keyValuePairs(list: Json | undefined, key: string, value: string): Record<string, string> {
  return Object.fromEntries(
    (Array.isArray(list) ? list : []).map((each) => {
      const pair = objectOf(each);
      return [textOf(pair[key]), textOf(pair[value])];
    }),
  );
}

const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

const complete = new Set(['CREATE_COMPLETE', 'DELETE_IN_PROGRESS', 'DELETE_FAILED']);

const described = (stack: StackRecord): JsonObject => ({
  StackId: stack.stackId,
  StackName: stack.stackName,
  Description: stack.description,
  Parameters: Object.entries(stack.parameters).map(([ParameterKey, ParameterValue]) => ({
    ParameterKey,
    ParameterValue,
  })),
  CreationTime: timeOf(stack.creationMs),
  DeletionTime: timeOf(stack.deletionMs),
  StackStatus: stack.status,
  StackStatusReason: stack.statusReason,
  RoleARN: stack.roleArn,
  Outputs:
    complete.has(stack.status) &&
    stack.events.some(({ logicalId, status }) => logicalId === stack.stackName && status === 'CREATE_COMPLETE')
      ? Object.entries(stack.outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }))
      : [],
  Tags: Object.entries(stack.tags).map(([Key, Value]) => ({ Key, Value })),
});

const describedEvent = (stack: StackRecord, event: Event): JsonObject => ({
  StackId: stack.stackId,
  StackName: stack.stackName,
  EventId: `${event.logicalId}-${event.status}-${event.atMs}`,
  LogicalResourceId: event.logicalId,
  PhysicalResourceId: event.physicalId,
  ResourceType: event.type,
  Timestamp: timeOf(event.atMs),
  ResourceStatus: event.status,
  ResourceStatusReason: event.reason,
});
