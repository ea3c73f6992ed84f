import type { Grant } from './grants.ts';

/** The only table actions that a function may have: no scan, and no action on a whole table. */
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

/** Returns the reason why a grant is forbidden; undefined when it is allowed. */
export function forbiddenReason({ who, service, effect, actions, on, condition }: Grant): string | undefined {
  if (effect !== 'Allow') return undefined;
  if (actions.some((action) => action.includes('*'))) return 'a whole service, or a part of it that grows with AWS';
  if (actions.some((action) => action.startsWith('dynamodb:') && !rowActions.has(action))) return 'more than rows';

  const [, domain] = /^(\w+)Table(\/index\/\w+)?$/.exec(on) ?? [];
  const isLookup = domain === 'Sessions' && actions.join() === 'dynamodb:GetItem';
  // A function that acts adds events and can read none. The one that reads them can change none.
  const isWriter = actions.join() === 'dynamodb:PutItem,dynamodb:UpdateItem' && who.endsWith('Http');
  // They record the stops and removals that no user has asked for.
  const isStopper =
    actions.join() === 'dynamodb:PutItem' && ['StacksStep', 'StacksIdle', 'AuthUnconfirmed'].includes(who);
  const isReader = actions.join() === 'dynamodb:Query' && who === 'AuthActivity';
  if (domain === 'Audit') return isWriter || isStopper || isReader ? undefined : 'the audit trail';
  const isKeeper = domain === 'Sessions' && who.startsWith('Auth');
  // A tool stores news and reads nothing of the notifier. Only the monitor finds out who has a channel.
  const tells = [
    'dynamodb:PutItem',
    ...(['LJMonitorRefresh', 'LJMonitorSold'].includes(who) ? ['dynamodb:Query'] : []),
  ];
  const isTeller = domain === 'Notify' && actions.every((action) => tells.includes(action));
  // A disabled person is told nothing. The table has steps of sign-ins, too, which are nothing of the notifier.
  const ofAccounts = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ACCOUNT#*'] } };
  const asksAccount =
    domain === 'Auth' &&
    who === 'NotifyNotifier' &&
    actions.join() === 'dynamodb:GetItem' &&
    JSON.stringify(condition) === JSON.stringify(ofAccounts);
  if (domain !== undefined && !who.startsWith(domain) && !isLookup && !isKeeper && !isTeller && !asksAccount)
    return 'the table of another domain';

  const [, stack] = /^arn:.*:cloudformation:.*:stack\/(.*)$/.exec(on) ?? [];
  const reachesUs =
    actions.some((action) => action.startsWith('cloudformation:')) && (stack === undefined || fits(stack, ownStack));
  if (reachesUs || /<Stack(Id|Name)>/.test(on)) return 'our own stack';

  if (on.includes('*') && !cannotBeNamed.test(on) && !cannotBeLimited(service, actions)) return 'more than is named';

  const isPass = actions.join() === 'iam:PassRole';
  // CloudFormation passes the game servers their roles while it acts in its own role.
  const receiver = service === 'cloudformation.amazonaws.com' ? 'ec2.amazonaws.com' : 'cloudformation.amazonaws.com';
  const passes = JSON.stringify(condition) === JSON.stringify({ StringEquals: { 'iam:PassedToService': receiver } });
  if (actions.some((action) => /^(iam|sts):/.test(action)) && !(isPass && passes))
    return 'roles, but for the one to CloudFormation';
  return undefined;
}

/** Resources whose ids AWS assigns: stacks, executions, and what CloudFormation makes for a game server; and the objects of the archives, of uploads and of the chat's files. */
const cannotBeNamed =
  /:stack\/[\w-]+\/\*$|^StacksGameWorldArchives\S*\/([\w-]+\/)?\*$|^FilesBucket\/\*$|^UploadsBucket\/(chat|stack)\/\*$|:execution:\w+:\*$|:ec2:[^:]*:[^:]*:(instance|volume|network-interface|image)\/\*$/;

const unlimitedReads = /^(ec2:Describe\w+|ssm:DescribeAssociation|ssm:ListAssociations|route53:ListHostedZones)$/;

/** The calls of the agent that receives the site's commands on a game server. */
const agentCalls = /^(ssm:UpdateInstanceInformation|ssmmessages:\w+)$/;

/** Read the output of a command by its random id, and the status of a machine. */
const readsOfMachines = /^(ssm:GetCommandInvocation|ec2:DescribeInstanceStatus)$/;

/**
 * AWS supports no narrower resource for the output of a command, for EC2's describe actions, for the list of zones and for the delivery of a workflow's
 * log. An association of a game server has no id before the server exists.
 */
const cannotBeLimited = (service: string, actions: string[]) =>
  (service === 'cloudformation.amazonaws.com' && actions.every((action) => unlimitedReads.test(action))) ||
  actions.every((action) => readsOfMachines.test(action)) ||
  (service === 'ec2.amazonaws.com' && actions.every((action) => agentCalls.test(action))) ||
  (service === 'states.amazonaws.com' && actions.every((action) => action.startsWith('logs:')));

/** Matches IAM's wildcards. */
const fits = (pattern: string, text: string) =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  ).test(text);
