import * as z from 'zod';
import type { synthesize } from './template.ts';

type Template = Awaited<ReturnType<typeof synthesize>>;

const oneOrMore = <Of extends z.ZodType>(schema: Of) =>
  z.union([z.array(schema), schema.transform((one) => [one])]).default([]);

const Statement = z.strictObject({
  Effect: z.string(),
  Action: oneOrMore(z.string()),
  Resource: oneOrMore(z.unknown()),
  Condition: z.unknown().optional(),
});
const Document = z.object({ Statement: z.array(Statement) });
const Policy = z.object({ PolicyDocument: Document, Roles: z.array(z.object({ Ref: z.string() })) });
const Role = z.object({
  AssumeRolePolicyDocument: z.object({
    Statement: z.array(z.object({ Principal: z.object({ Service: z.string() }) })),
  }),
  Policies: z.array(z.object({ PolicyDocument: Document })).default([]),
  ManagedPolicyArns: z.array(z.unknown()).default([]),
});
const RoleOf = z.object({ Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }) });

/** The actions that a role allows on one resource. */
export interface Grant {
  /** A function of the template, or a service that acts for the site. */
  who: string;
  /** The service that assumes this role, as in 'lambda.amazonaws.com'. */
  service: string;
  effect: string;
  actions: string[];
  /** The resource, as in 'AuthTable/index/*'. */
  on: string;
  condition: unknown;
}

/** Returns every grant of every role in the template. A function's grants have the function's name. */
export function grantsIn({ ofType }: Template): Grant[] {
  const functionOfRole = new Map(
    ofType('AWS::Lambda::Function').map(({ id, Properties }) => [RoleOf.parse(Properties).Role['Fn::GetAtt'][0], id]),
  );
  const policies = ofType('AWS::IAM::Policy').map(({ Properties }) => Policy.parse(Properties));
  return ofType('AWS::IAM::Role').flatMap(({ id, Properties }) => {
    const role = Role.parse(Properties);
    const attached = policies.filter(({ Roles }) => Roles.some(({ Ref }) => Ref === id));
    const statements = [...role.Policies, ...attached].flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    const [service = ''] = role.AssumeRolePolicyDocument.Statement.map(({ Principal }) => Principal.Service);
    const server = functionOfRole.get(id);
    const who = server === undefined ? `the service ${service.replace('.amazonaws.com', '')}` : nameOf(server);
    const managed = role.ManagedPolicyArns.map((arn) => ({
      Effect: 'Allow',
      Action: ['(a policy that AWS keeps)'],
      Resource: [arn],
      Condition: undefined,
    }));
    return [...managed, ...statements].flatMap(({ Effect: effect, Action, Resource, Condition: condition }) =>
      Resource.map((on) => ({ who, service, effect, actions: Action.toSorted(), on: shown(on), condition })),
    );
  });
}

/** Prints CloudFormation's intrinsic functions in a readable form. */
function shown(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll(/\$\{AWS::(\w+)\}/g, '<$1>');
  const { data } = Intrinsic.safeParse(value);
  if (!data) return JSON.stringify(value);
  if (data['Fn::GetAtt']) return nameOf(data['Fn::GetAtt'][0]);
  if (data['Fn::Sub'] !== undefined) return shown(data['Fn::Sub']);
  if (data.Ref !== undefined)
    return data.Ref.startsWith('AWS::') ? `<${data.Ref.slice('AWS::'.length)}>` : nameOf(data.Ref);
  return (data['Fn::Join']?.[1] ?? []).map(shown).join('');
}

const Intrinsic = z.strictObject({
  'Fn::GetAtt': z.tuple([z.string(), z.string()]).optional(),
  'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]).optional(),
  'Fn::Sub': z.string().optional(),
  Ref: z.string().optional(),
});

/** Removes the hash that the CDK adds to a logical id. */
const nameOf = (logicalId: string) => logicalId.replace(/[\dA-F]{8,}$/, '');

const isOwnLog = ({ who, on, actions }: Grant) =>
  on === `${who}Log` && actions.join() === 'logs:CreateLogStream,logs:PutLogEvents';

/** The CDK's own function uploads the site during a deployment. */
export const isUploader = ({ who }: Grant) => who === 'CustomCDKBucketDeployment';

/** Makes docs/grants.md: the role, the resource and the actions of each grant. */
export function grantsPage(template: Template): string {
  const grants = grantsIn(template)
    .filter((grant) => !isOwnLog(grant))
    .map(withoutHashes);
  return `# Grants

\`npm run grants\` writes this list from the template, and a test compares the two. A role that is not listed has no grants.
Every function also writes to its own log group. With settings of \`cdk.json\`, \`LJMonitorRefresh\` may do \`ssm:GetParameter\` of the
listing site's cookie (\`cookieParameter\`), and both functions of \`Notify\` may do \`ses:SendEmail\` from the site's address (\`mailFrom\`).

${grantTable(grants.filter((grant) => !isUploader(grant)))}

The CDK's own function, which uploads the site during a deployment and is idle afterwards:

${grantTable(grants.filter(isUploader))}
`;
}

const masked = (text: string) => text.replaceAll(/[\da-f]{64}/g, '<hash>');

/** Asset hashes change with every build, so they are masked. */
function withoutHashes(grant: Grant): Grant {
  const condition: unknown =
    grant.condition === undefined ? undefined : JSON.parse(masked(JSON.stringify(grant.condition)));
  return { ...grant, on: masked(grant.on), condition };
}

/** Makes one line for each role and resource. */
function grantTable(grants: Grant[]): string {
  const things = new Map<string, Grant[]>();
  for (const grant of grants) {
    const thing = [grant.who, grant.on, grant.effect, JSON.stringify(grant.condition)].join(' ');
    things.set(thing, [...(things.get(thing) ?? []), grant]);
  }
  const lines = [...things.values()].map((same) => {
    const [{ who, on, effect, condition } = none] = same;
    const when = condition === undefined ? '' : ` if ${JSON.stringify(condition)}`;
    return [
      who,
      on + when,
      (effect === 'Allow' ? '' : `never `) + shortened([...new Set(same.flatMap(({ actions }) => actions))]),
    ];
  });
  const sorted = lines.toSorted((one, other) => (one.join(' ') < other.join(' ') ? -1 : 1));
  // A name is printed only in its first line.
  const rows = sorted.map(([who = '', ...rest], index) => [who === sorted[index - 1]?.[0] ? '' : who, ...rest]);
  return table(
    ['who', 'on', 'may'],
    rows.map((row) => row.map((cell) => cell.replaceAll('*', String.raw`\*`))),
  );
}

const none: Grant = { who: '', service: '', effect: 'Allow', actions: [], on: '', condition: undefined };

/** Shortens 'sqs:A, sqs:B' to 'sqs: A, B'. */
function shortened(actions: string[]): string {
  const services = Map.groupBy(actions.toSorted(), (action) =>
    action.includes(':') ? action.slice(0, action.indexOf(':') + 1) : '',
  );
  return [...services]
    .map(([service, own]) => `${service} ${own.map((action) => action.slice(service.length)).join(', ')}`.trim())
    .join('; ');
}

function table(head: string[], rows: string[][]): string {
  const width = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(width[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(width.map((length) => '-'.repeat(length))), ...rows.map(line)].join('\n');
}
