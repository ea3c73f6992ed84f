import { limits } from 'infra/limits';
import * as z from 'zod';
import type { Resource } from '../template/resource.ts';
import { propertiesOf } from '../template/properties.ts';

const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);

/** The partition keys that a statement is about, with wildcards. */
const OnPartitions = z.strictObject({
  'ForAllValues:StringLike': z.strictObject({ 'dynamodb:LeadingKeys': oneOrMore }),
});

/** The schema is strict, because a policy with other fields would not be enforced here. */
const Statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
  /** Of the conditions only that on partitions is imitated. Tests assert the others on the template. */
  Condition: z.unknown().optional(),
});
const PolicyDocument = z.object({ Statement: z.array(Statement) });

const Policy = z.object({ PolicyDocument, Roles: z.array(z.string()) });
const Role = z.object({
  Policies: z.array(z.object({ PolicyDocument })).default([]),
  ManagedPolicyArns: z.array(z.literal('arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole')).default([]),
});

/** One action of a statement with the resources that it matches. */
interface Rule {
  allow: boolean;
  action: string;
  resources: string[];
  /** The partitions that it is about; undefined for all. */
  partitions: string[] | undefined;
  used: boolean;
}

/** The permissions of the template's roles. */
export interface Policies {
  /** The partitions are those of the items that the action reads or writes. */
  allows(roleArn: string, action: string, resource: string, partitions?: string[]): boolean;
  /** Returns the actions that a role is granted and has never used on any resource of the statement. */
  unused(roleArn: string): string[];
}

export function readPolicies(resources: Resource[]): Policies {
  const rules = new Map<string, Rule[]>();
  const policies = resources
    .filter(({ type }) => type === 'AWS::IAM::Policy' || type === 'AWS::IAM::ManagedPolicy')
    .map((resource) => propertiesOf(resource, Policy));

  for (const role of resources.filter(({ type }) => type === 'AWS::IAM::Role')) {
    refuseBeyondLimits(role, resources);
    const inline = propertiesOf(role, Role).Policies;
    const attached = policies.filter(({ Roles }) => Roles.includes(role.ref));
    const statements = [...inline, ...attached].flatMap(({ PolicyDocument: document }) => document.Statement);
    rules.set(role.attributes['Arn'] ?? '', statements.flatMap(rulesOf));
  }

  return {
    allows(roleArn, action, resource, partitions = []) {
      const matching = (rules.get(roleArn) ?? []).filter(
        (rule) =>
          matches(rule.action.toLowerCase(), action.toLowerCase()) &&
          rule.resources.some((pattern) => matches(pattern, resource)) &&
          partitions.every((key) => rule.partitions?.some((pattern) => matches(pattern, key)) ?? true),
      );
      for (const rule of matching) rule.used = true;
      return matching.length > 0 && matching.every(({ allow }) => allow);
    },
    unused: (roleArn) =>
      (rules.get(roleArn) ?? [])
        .filter(({ allow, used, action }) => allow && !used && !action.startsWith('logs:'))
        .map(({ action, resources: on }) => `${action} on ${on.join(', ')}`),
  };
}

const bytesOf = ({ PolicyDocument: document }: { PolicyDocument?: unknown }) =>
  Buffer.byteLength(JSON.stringify(document));

/** IAM refuses a role with longer or more policies. */
function refuseBeyondLimits(role: Resource, resources: Resource[]) {
  const { Policies: own, ManagedPolicyArns: named } = propertiesOf(role, Role);
  const attached = (type: string) =>
    resources
      .filter((resource) => resource.type === type)
      .filter((resource) => propertiesOf(resource, Policy).Roles.includes(role.ref));
  const inline = [...own, ...attached('AWS::IAM::Policy').map(({ properties }) => properties)];
  const managed = attached('AWS::IAM::ManagedPolicy');
  const refuse = (sentence: string) => {
    throw new Error(`${role.logicalId}: ${sentence}`);
  };
  if (inline.reduce((sum, policy) => sum + bytesOf(policy), 0) > limits.inlinePolicyBytes)
    refuse(`its inline policies exceed ${limits.inlinePolicyBytes} bytes`);
  if (named.length + managed.length > limits.managedPoliciesOfRole)
    refuse(`it has more than ${limits.managedPoliciesOfRole} managed policies`);
  for (const { logicalId, properties } of managed)
    if (bytesOf(properties) > limits.managedPolicyBytes)
      refuse(`${logicalId} exceeds ${limits.managedPolicyBytes} bytes`);
}

function rulesOf({ Effect, Action, Resource: on, Condition }: z.infer<typeof Statement>): Rule[] {
  const { data: condition } = OnPartitions.safeParse(Condition);
  const partitions = condition?.['ForAllValues:StringLike']['dynamodb:LeadingKeys'];
  return Action.map((action) => ({ allow: Effect === 'Allow', action, resources: on, partitions, used: false }));
}

/** Matches IAM's wildcards: `*` stands for any text, `?` for any character. */
function matches(pattern: string, text: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === text;
  const parts = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${parts}$`, 's').test(text);
}
