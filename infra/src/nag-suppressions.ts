import type { AppConfig } from './config.ts';

/** A suppressed finding of cdk-nag with its reason. */
export interface NagSuppression {
  rules: string[];
  /** The path of the construct below its stack, or a pattern of paths. */
  at: string | RegExp;
  because: string;
}

/**
 * Returns the account and region in findings: their names where the deployment knows them, else what CloudFormation
 * fills in.
 */
const placeOf = ({ region, account }: AppConfig['aws']) => ({
  region: region ?? '<AWS::Region>',
  account: account ?? '<AWS::AccountId>',
});
type Place = ReturnType<typeof placeOf>;

/** Returns the bucket of the archives, as findings name it. */
const archivesOf = ({ adopted }: AppConfig['operations']) =>
  adopted ? `arn:<AWS::Partition>:s3:::${adopted.world.archiveBucketName}` : '<StacksGameWorldArchives71BC6960.Arn>';

/** Returns the bucket of the chat's files, as findings name it. */
const filesOf = ({ adopted }: AppConfig['operations']) =>
  adopted ? `arn:<AWS::Partition>:s3:::${adopted.fileBucketName}` : '<FilesBucket7C17EE2E.Arn>';

const on = (resource: string) => `IAM5[Resource::${resource}]`;

/** Returns the suppressions of the site's template. A test fails for a line that suppresses nothing. */
export const siteSuppressions = ({
  aws,
  site,
  stacks,
  news,
  operations,
}: Pick<AppConfig, 'aws' | 'site' | 'stacks' | 'news' | 'operations'>): NagSuppression[] => [
  {
    rules: ['APIG4'],
    at: /^(\w+\/Http|Auth\/Activity|LJMonitor\/Sold)\/Route\w+$/,
    because:
      'The session is checked in the function; the routes are made of the contract, and so are the tests of each.',
  },
  {
    rules: ['COG1'],
    at: 'Identity/Pool/Resource',
    because: 'The written rule for passwords asks for no symbol, and every sign-in asks for an authenticator.',
  },
  {
    rules: ['COG8'],
    at: 'Identity/Pool/Resource',
    because: 'The Plus plan costs per user; guessing is limited by the product itself (docs/decisions/0010).',
  },
  {
    rules: ['S1'],
    at: 'Site/Bucket/Resource',
    because: 'It holds nothing but the published build and is read by the edge alone (docs/decisions/0003).',
  },
  {
    rules: ['S1'],
    at: 'Stacks/Template/Bucket/Resource',
    because: "It holds nothing but the game server's template, which CloudFormation reads once for each start.",
  },
  ...(operations.adopted
    ? []
    : [
        {
          rules: ['S1'],
          at: 'Stacks/GameWorld/Archives/Resource',
          because: 'The log would name only our own functions and servers; the audit trail has who chose a world.',
        },
        {
          rules: ['S1'],
          at: 'Files/Bucket/Resource',
          because:
            'The log would keep addresses of browsers; who may read a file is known by the call that signs its address.',
        },
      ]),
  {
    rules: ['S1'],
    at: 'Uploads/Bucket/Resource',
    because: 'The log would keep addresses of browsers; who uploads is known by the call that signs the form.',
  },
  {
    rules: ['CFR3'],
    at: 'Site/Distribution/Resource',
    because:
      "The edge's log would keep addresses with Google's codes in them; the API writes its own (docs/decisions/0003).",
  },
  ...(site.domain === null
    ? [
        {
          rules: ['CFR4'],
          at: 'Site/Distribution/Resource',
          because: "CloudFront's own certificate allows no other minimum; a custom domain does.",
        },
      ]
    : []),
  {
    rules: ['CFR1'],
    at: 'Site/Distribution/Resource',
    because: 'The owner travels, and a country is no reason to refuse a person.',
  },
  ...(site.webAclArn === null
    ? [
        {
          rules: ['CFR2'],
          at: 'Site/Distribution/Resource',
          because: 'A web ACL costs a fixed price for each month; site.webAclArn sets one.',
        },
      ]
    : []),
  {
    rules: [on(`${filesOf(operations)}/*`)],
    at: /^Chat\/(Http|Generate)Role(\/|$)/,
    because:
      'The files of all users are the objects of this bucket. The code reads those that a message of the user names.',
  },
  {
    rules: [on('<UploadsBucketC4B27CC7.Arn>/chat/*')],
    at: /^Chat\/HttpRole(\/|$)/,
    because: 'The key of an upload has the id of its user, which the call takes from the session.',
  },
  ...(news.mailFrom === null
    ? []
    : [
        {
          rules: [on(`arn:<AWS::Partition>:ses:${placeOf(aws).region}:${placeOf(aws).account}:identity/*`)],
          at: /^Notify\/(Notifier|Http)Role(\/|$)/,
          because:
            "In its sandbox SES asks for the identity of each recipient, and people choose theirs. The sender's is fixed.",
        },
      ]),
  {
    rules: [on('<UploadsBucketC4B27CC7.Arn>/stack/*')],
    at: /^Stacks\/HttpRole(\/|$)/,
    because: 'The key of an upload has the id of its user, which the call takes from the session.',
  },
  ...stackSuppressions(stacks, placeOf(aws), archivesOf(operations)),
  ...uploaderSuppressions(placeOf(aws)),
];

/** A role is named with all below it, because the CDK adds policies to one whose statements are too long for one policy. */
function stackSuppressions(
  { configured, zone }: AppConfig['stacks'],
  { region, account }: Place,
  archives: string,
): NagSuppression[] {
  const inAccount = `${region}:${account}`;
  const stackIds = configured.map(({ name }) => on(`arn:<AWS::Partition>:cloudformation:${inAccount}:stack/${name}/*`));
  const made = ['instance', 'volume', 'network-interface'];
  return [
    {
      rules: stackIds,
      at: /^Stacks\/(Http|Idle|Step)Role(\/|$)/,
      because: 'CloudFormation makes up the id behind the name of each stack that is configured.',
    },
    {
      rules: [on(`arn:<AWS::Partition>:states:${inAccount}:execution:<StacksWorkflowMachineFDC69FC8.Name>:*`)],
      at: /^Stacks\/(Http|Idle)Role(\/|$)/,
      because: "An execution has its action's id, which is generated when a button is pressed.",
    },
    {
      rules: [on(`arn:<AWS::Partition>:ec2:${inAccount}:instance/*`)],
      at: /^Stacks\/(Http|Idle|Step)Role(\/|$)/,
      because: 'EC2 makes up the ids of servers; a command reaches those with the tag of a configured stack only.',
    },
    {
      rules: [on(`${archives}/*`)],
      at: /^Stacks\/(Http|Idle)Role(\/|$)/,
      because: 'The archives of the worlds are the objects of this bucket, and their names are made at each stop.',
    },
    {
      rules: configured.map(({ name }) => on(`${archives}/${name}/*`)),
      at: /^Stacks\/GameWorld\/[^/]+\/Role(\/|$)/,
      because: 'A server adds to the archives of its own world, whose names are made at each stop.',
    },
    {
      rules: [on('*')],
      at: /^Stacks\/(Http|Idle)Role(\/|$)/,
      because:
        "AWS limits the reading of a command's output to no resource, and the status of an instance neither. A command's random id is known to its sender.",
    },
    {
      rules: [on('*')],
      at: /^Stacks\/GameWorld\/[^/]+\/Role(\/|$)/,
      because: 'The agent that receives commands makes calls which AWS limits to no resource.',
    },
    {
      rules: made.map((kind) => on(`arn:<AWS::Partition>:ec2:${inAccount}:${kind}/*`)),
      at: /^Stacks\/GameServer\/Role(\/|$)/,
      because:
        'Ids are made up by EC2: what is changed must carry the tag of a configured stack (docs/decisions/0029).',
    },
    {
      rules: [on(`arn:<AWS::Partition>:ec2:${region}::image/*`)],
      at: /^Stacks\/GameServer\/Role(\/|$)/,
      because: 'Which image is the newest of Amazon Linux is known only on the day of a start.',
    },
    {
      rules: [on('*')],
      at: /^Stacks\/GameServer\/Role(\/|$)/,
      because:
        "EC2's Describe actions know no resources. CloudFormation alone acts in this role, and it looks at much.",
    },
    ...(zone === null
      ? []
      : [
          {
            rules: [on('arn:<AWS::Partition>:route53:::change/*')],
            at: /^Stacks\/GameServer\/Role(\/|$)/,
            because: 'Route 53 makes up the id of each change, and CloudFormation asks whether it has arrived.',
          },
        ]),
    {
      rules: [on('*')],
      at: 'Stacks/Workflow/Role/DefaultPolicy/Resource',
      because: "The delivery of a workflow's log is set up for the whole account: its actions know no resources.",
    },
    {
      rules: ['SF2'],
      at: 'Stacks/Workflow/Machine/Resource',
      because: 'Tracing needs a right on everything, and the log has every step of every execution.',
    },
    {
      rules: ['VPC7'],
      at: 'Stacks/GameWorld/Network/Resource',
      because: "A log of every player's address costs by the gigabyte, and has no reader (docs/decisions/0003).",
    },
  ];
}

const uploader = 'Custom::CDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C';
const uploads =
  "The CDK's own function copies the built site into its bucket, during a deployment and at no other time.";

const uploaderSuppressions = ({ region, account }: Place): NagSuppression[] => [
  {
    rules: ['IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]'],
    at: `${uploader}/ServiceRole/Resource`,
    because: uploads,
  },
  {
    rules: [
      ...['s3:GetObject*', 's3:GetBucket*', 's3:List*', 's3:DeleteObject*', 's3:Abort*'].map(
        (actions) => `IAM5[Action::${actions}]`,
      ),
      on(`arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-${account}-${region}/*`),
      on('<SiteBucket978D4AEB.Arn>/*'),
      on('<StacksTemplateBucket3440A945.Arn>/*'),
    ],
    at: `${uploader}/ServiceRole/DefaultPolicy/Resource`,
    because: uploads,
  },
  { rules: ['L1'], at: `${uploader}/Resource`, because: uploads },
];

/** The suppressions of a game server's template. */
export const gameServerSuppressions: NagSuppression[] = [
  {
    rules: ['EC23'],
    at: /^Players(Knock|Play)$/,
    because: "From where players come is a parameter, which cdk-nag cannot read; only the game's own ports are open.",
  },
  {
    rules: ['EC28'],
    at: 'Server',
    because: 'Metrics by the minute cost extra and have no reader: the game reports itself whether it answers.',
  },
  {
    rules: ['EC29'],
    at: 'Server',
    because: 'A stop deletes the server and must be able to. The world is on a file system of its own.',
  },
];
