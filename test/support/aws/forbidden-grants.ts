import type { Grant } from './grants.ts';

/** All that a function may ever ask of a table: no scan, nothing that makes, changes, copies or deletes a whole one. */
const rowActions = new Set(
  [
    'GetItem',
    'BatchGetItem',
    'Query',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'BatchWriteItem',
    'ConditionCheckItem',
  ].map((action) => `dynamodb:${action}`),
);

const ownStack = 'HomePage/1f0e3dad-9990-11ee-b9d1-0242ac120002';

/** Why nobody may be granted this, whatever for; nothing when it is not forbidden as such. */
export function whyForbidden({ who, service, effect, actions, on, condition }: Grant): string | undefined {
  if (effect !== 'Allow') return undefined;
  if (actions.some((action) => action.includes('*'))) return 'a whole service, or a part of it that grows with AWS';
  if (actions.some((action) => action.startsWith('dynamodb:') && !rowActions.has(action))) return 'more than rows';

  const [, domain] = /^(\w+)Table(\/index\/\w+)?$/.exec(on) ?? [];
  const isLookup = domain === 'Sessions' && actions.join() === 'dynamodb:GetItem';
  const isKeeper = domain === 'Sessions' && who.startsWith('Auth');
  if (domain !== undefined && !who.startsWith(domain) && !isLookup && !isKeeper) return 'the table of another domain';

  const [, stack] = /^arn:.*:cloudformation:.*:stack\/(.*)$/.exec(on) ?? [];
  const reachesUs =
    actions.some((action) => action.startsWith('cloudformation:')) && (stack === undefined || fits(stack, ownStack));
  if (reachesUs || /<Stack(Id|Name)>/.test(on)) return 'our own stack';

  if (on.includes('*') && !cannotBeNamed.test(on) && !cannotBeLimited(service, actions)) return 'more than is named';

  const isPass = actions.join() === 'iam:PassRole';
  // CloudFormation, in the role that it is passed, hands the game servers theirs.
  const receiver = service === 'cloudformation.amazonaws.com' ? 'ec2.amazonaws.com' : 'cloudformation.amazonaws.com';
  const passes = JSON.stringify(condition) === JSON.stringify({ StringEquals: { 'iam:PassedToService': receiver } });
  if (actions.some((action) => /^(iam|sts):/.test(action)) && !(isPass && passes))
    return 'roles, but for the one to CloudFormation';
  return undefined;
}

/** Whose ids AWS makes up when they are made: stacks, executions, and what CloudFormation makes for a game server. */
const cannotBeNamed =
  /:stack\/[\w-]+\/\*$|:execution:\w+:\*$|:ec2:[^:]*:[^:]*:(instance|volume|network-interface|image)\/\*$/;

/** AWS knows no smaller resource for these: CloudFormation's looks at EC2, and the delivery of a workflow's log. */
const cannotBeLimited = (service: string, actions: string[]) =>
  (service === 'cloudformation.amazonaws.com' && actions.every((action) => action.startsWith('ec2:Describe'))) ||
  (service === 'states.amazonaws.com' && actions.every((action) => action.startsWith('logs:')));

/** IAM's wildcards. */
const fits = (pattern: string, text: string) =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  ).test(text);
