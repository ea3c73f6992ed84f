import * as z from 'zod';
import type { Resource } from '../cloud.ts';
import { propertiesOf } from '../template/properties.ts';

const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);

/** Strict: a policy that says more than this says something that would not be enforced here. */
const Statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
  /** Not imitated: what a condition must say is asserted on the template. */
  Condition: z.unknown().optional(),
});
const PolicyDocument = z.object({ Statement: z.array(Statement) });

const Policy = z.object({ PolicyDocument, Roles: z.array(z.string()) });
const Role = z.object({
  Policies: z.array(z.object({ PolicyDocument })).default([]),
  ManagedPolicyArns: z.array(z.literal('arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole')).default([]),
});

/** One action of a statement, on the resources that it names or fits. */
interface Rule {
  allow: boolean;
  action: string;
  resources: string[];
  used: boolean;
}

/** What the template's roles may do. */
export interface Grants {
  allows(roleArn: string, action: string, resource: string): boolean;
  /** Actions that a role was granted and nobody used, on any of the resources of the statement. */
  unused(roleArn: string): string[];
}

export function readGrants(resources: Resource[]): Grants {
  const rules = new Map<string, Rule[]>();
  const policies = resources
    .filter(({ type }) => type === 'AWS::IAM::Policy')
    .map((resource) => propertiesOf(resource, Policy));

  for (const role of resources.filter(({ type }) => type === 'AWS::IAM::Role')) {
    const inline = propertiesOf(role, Role).Policies;
    const attached = policies.filter(({ Roles }) => Roles.includes(role.ref));
    const statements = [...inline, ...attached].flatMap(({ PolicyDocument: document }) => document.Statement);
    rules.set(role.attributes['Arn'] ?? '', statements.flatMap(rulesOf));
  }

  return {
    allows(roleArn, action, resource) {
      const matching = (rules.get(roleArn) ?? []).filter(
        (rule) =>
          matches(rule.action.toLowerCase(), action.toLowerCase()) &&
          rule.resources.some((pattern) => matches(pattern, resource)),
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

const rulesOf = ({ Effect, Action, Resource: on }: z.infer<typeof Statement>): Rule[] =>
  Action.map((action) => ({ allow: Effect === 'Allow', action, resources: on, used: false }));

/** IAM's wildcards: `*` is any text, `?` any character. */
function matches(pattern: string, text: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === text;
  const parts = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${parts}$`, 's').test(text);
}
