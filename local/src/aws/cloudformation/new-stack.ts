import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { AwsAccount } from '../access.ts';
import { resolveStack } from '../../template/resolve.ts';
import { refuseParameters, TemplateParameters } from './parameters.ts';
import { CloudFormationError } from './error.ts';
import type { StackRecord } from './stack-store.ts';

const Template = z.object({
  Description: z.string().nullable().default(null),
  Parameters: TemplateParameters.default({}),
  Resources: z.record(z.string(), z.looseObject({ DependsOn: z.union([z.string(), z.array(z.string())]).default([]) })),
});

/** AWS's own parameters. Every account may read them. */
const publicParameters = {
  '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64': 'ami-0123456789abcdef0',
};

interface NewStack {
  stackName: string;
  template: unknown;
  parameters: Record<string, string>;
  tags: Record<string, string>;
  roleArn: string | null;
  nowMs: number;
  account: AwsAccount;
}

/** Creates a stack of which nothing exists yet. */
export function newStack({ stackName, template, parameters, tags, roleArn, nowMs, account }: NewStack): StackRecord {
  const { Description, Parameters, Resources } = Template.parse(template);
  refuseParameters(Parameters, parameters);
  const stackId = `arn:aws:cloudformation:${account.region}:${account.account}:stack/${stackName}/${randomUUID()}`;
  const location = { ...account, stackName, stackId, endpointOrigin: '' };
  const { resources, outputs } = resolveStack(template, location, { parameters: publicParameters, chosen: parameters });
  const names = new Set(Object.keys(Resources));
  const after = (logicalId: string) => {
    const source = Resources[logicalId];
    return [...new Set([...[source?.DependsOn ?? []].flat(), ...mentionedIn(source)])].filter((each) =>
      names.has(each),
    );
  };
  return {
    stackId,
    stackName,
    status: 'CREATE_IN_PROGRESS',
    statusReason: 'User Initiated',
    creationMs: nowMs,
    deletionMs: null,
    description: Description,
    roleArn,
    parameters,
    tags,
    outputs,
    resources: inOrder(
      resources.map(({ logicalId, type, ref }) => ({ logicalId, type, physicalId: ref, after: after(logicalId) })),
    ),
    schedules: resources.filter(({ type }) => type === 'AWS::Events::Rule').map(scheduleOf),
    made: [],
    events: [],
    agenda: [],
  };
}

/** The rules of game servers. EventBridge takes an input that is JSON only. */
const ScheduledRule = z.strictObject({
  Name: z.string().max(64),
  Description: z.string(),
  ScheduleExpression: z.literal('rate(1 minute)'),
  Targets: z.tuple([
    z.strictObject({
      Id: z.string(),
      Arn: z.string(),
      Input: z.string().refine((text) => JSON.parse(text) !== undefined),
      // The retries have no effect on this machine.
      RetryPolicy: z.unknown(),
    }),
  ]),
});

function scheduleOf({ logicalId, properties }: ReturnType<typeof resolveStack>['resources'][number]) {
  const [{ Arn, Input }] = ScheduledRule.parse(properties).Targets;
  return { logicalId, targetArn: Arn, input: Input };
}

/** Returns the names that a resource refers to. */
function mentionedIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(mentionedIn);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, child]: [string, unknown]) => {
    if (name === 'Ref' && typeof child === 'string') return [child];
    if (name === 'Fn::GetAtt' && Array.isArray(child)) return [String(child[0])];
    if (name === 'Fn::Sub') return namesIn(JSON.stringify(child));
    return mentionedIn(child);
  });
}

const namesIn = (pattern: string) => [...pattern.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);

type Resource = StackRecord['resources'][number];

/** Puts each resource after the resources that it refers to. */
function inOrder(resources: Resource[]): Resource[] {
  const ordered: Resource[] = [];
  let waiting = resources;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ after }) => after.every((id) => ordered.some(({ logicalId }) => logicalId === id)));
    if (ready.length === 0) throw new CloudFormationError('ValidationError', 'Circular dependency between resources');
    ordered.push(...ready);
    waiting = waiting.filter((each) => !ready.includes(each));
  }
  return ordered;
}
