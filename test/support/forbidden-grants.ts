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
export function whyForbidden({ who, effect, actions, on, condition }: Grant): string | undefined {
  if (effect !== 'Allow') return undefined;
  if (actions.some((action) => action.includes('*'))) return 'a whole service, or a part of it that grows with AWS';
  if (/^\*|^arn:[^/]*:\*$/.test(on)) return 'everything that there is';
  if (actions.some((action) => action.startsWith('dynamodb:') && !rowActions.has(action))) return 'more than rows';

  const [, domain] = /^(\w+)Table(\/index\/\*)?$/.exec(on) ?? [];
  const isLookup = domain === 'Sessions' && actions.join() === 'dynamodb:GetItem';
  const isKeeper = domain === 'Sessions' && who.startsWith('Auth');
  if (domain !== undefined && !who.startsWith(domain) && !isLookup && !isKeeper) return 'the table of another domain';

  const [, stack] = /^arn:.*:cloudformation:.*:stack\/(.*)$/.exec(on) ?? [];
  const reachesUs =
    actions.some((action) => action.startsWith('cloudformation:')) && (stack === undefined || fits(stack, ownStack));
  if (reachesUs || /<Stack(Id|Name)>/.test(on)) return 'our own stack';

  const isPass = actions.join() === 'iam:PassRole';
  const passes =
    JSON.stringify(condition) === '{"StringEquals":{"iam:PassedToService":"cloudformation.amazonaws.com"}}';
  if (actions.some((action) => /^(iam|sts):/.test(action)) && !(isPass && passes))
    return 'roles, but for the one to CloudFormation';
  return undefined;
}

/** IAM's wildcards. */
const fits = (pattern: string, text: string) =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  ).test(text);
